/**
 * Solves a symmetric positive definite system in place by Cholesky's decomposition.
 * @param matrix n × n, row-major; its lower triangle is read and overwritten
 * @param vector right side, overwritten by the solution
 * @returns false where the matrix is not positive definite
 */
export function solveSymmetric(matrix: Float64Array, vector: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j] as number;
      for (let k = 0; k < j; k++) sum -= (matrix[i * n + k] as number) * (matrix[j * n + k] as number);
      if (i === j) {
        if (!(sum > 1e-12)) return false;
        matrix[i * n + i] = Math.sqrt(sum);
      } else {
        matrix[i * n + j] = sum / (matrix[j * n + j] as number);
      }
    }
  }
  for (let i = 0; i < n; i++) {
    let sum = vector[i] as number;
    for (let k = 0; k < i; k++) sum -= (matrix[i * n + k] as number) * (vector[k] as number);
    vector[i] = sum / (matrix[i * n + i] as number);
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = vector[i] as number;
    for (let k = i + 1; k < n; k++) sum -= (matrix[k * n + i] as number) * (vector[k] as number);
    vector[i] = sum / (matrix[i * n + i] as number);
  }
  return true;
}
