import { generateKeyPairSync, sign } from 'node:crypto';

/** A value in DER: its tag, its length, and what is in it. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(content);
  const { length } = value;
  const header = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), value]);
}

const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value));
const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'));
const COMMON_NAME = identifier('550403');
const SUBJECT_ALT_NAME = identifier('551d11');

const utcTime = (date: Date): Buffer =>
  text(0x17, `${date.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`);

/** A certificate of a name, signed by itself (RFC 5280), in PEM. */
export function selfSigned(name: string, validUntil: Date): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const named = sequence(der(0x31, sequence(COMMON_NAME, text(0x0c, name))));
  const alternative = sequence(SUBJECT_ALT_NAME, der(0x04, sequence(text(0x82, name))));
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    named,
    sequence(utcTime(new Date('2020-01-01')), utcTime(validUntil)),
    named,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternative)),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', certificate, privateKey));
  const body = sequence(certificate, ECDSA_WITH_SHA256, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
