/**
 * The `Content-Disposition` header of the export of a version (RFC 6266, RFC 8187): `NAME v3.mp4`, so that nobody takes it for the
 * file that was uploaded.
 * @param name of the video, which a user has chosen
 */
export function contentDisposition(name: string, version: number, extension: string): string {
  const stem = name.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  const plain = stem.replace(/[^A-Za-z0-9 ._-]/g, '_') || 'video';
  const encoded = encodeURIComponent(stem.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain} v${version}.${extension}"; filename*=UTF-8''${encoded}%20v${version}.${extension}`;
}
