/** The `Content-Disposition` header of a download whose name a user has chosen (RFC 6266, RFC 8187). */
export function contentDisposition(name: string, extension: string): string {
  const stem = name.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  const plain = stem.replace(/[^A-Za-z0-9 ._-]/g, '_') || 'video';
  const encoded = encodeURIComponent(stem.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encoded}.${extension}`;
}
