/**
 * The same for texts that differ in case or Unicode form alone. Upper case, since two letters of lower case have one there (ς and
 * σ) and one has two (ß).
 */
export const folded = (text: string): string => text.normalize('NFKC').toUpperCase().normalize('NFKC');
