/**
 * The server's half of SRP-6a over the 3072-bit group of RFC 3526, hashed the way the managed service does it:
 * integers are hashed in their shortest two's-complement form, the key is an HKDF of S, the proof an HMAC.
 */
import {
  createDiffieHellman,
  createHash,
  createHmac,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const group = getDiffieHellman('modp15');
const N = toInteger(group.getPrime());
const g = 2n;
const k = toInteger(sha256(Buffer.concat([bytes(N), bytes(g)])));

// OpenSSL's exponentiation is constant-time and about six times as fast as BigInt's square and multiply.
const exponentiation = createDiffieHellman(group.getPrime(), Buffer.from([2]));

/** base^exponent mod N; the base must lie strictly between 1 and N - 1. */
function power(base: bigint, exponent: bigint): bigint {
  exponentiation.setPrivateKey(bytes(exponent));
  return toInteger(exponentiation.computeSecret(bytes(base)));
}

function toInteger(value: Buffer): bigint {
  return BigInt(`0x${value.toString('hex')}`);
}

/** Shortest big-endian form whose first bit is the sign: a leading 00 when the top bit is set. */
function bytes(value: bigint): Buffer {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Whose password it is: all of it goes into the verifier. `salt` is hexadecimal. */
interface SrpIdentity {
  /** The pool's name: its id after the underscore. */
  poolName: string;
  userId: string;
  salt: string;
}

/** What is kept instead of a password, in hexadecimal. */
export function verifierOf(identity: SrpIdentity, password: string): string {
  const secret = sha256(`${identity.poolName}${identity.userId}:${password}`);
  const salt = bytes(BigInt(`0x${identity.salt}`));
  return power(g, toInteger(sha256(Buffer.concat([salt, secret])))).toString(16);
}

/** The verifier of nobody: any number below N will do, as it only ever goes out blinded. */
export function verifierFrom(seed: Buffer): string {
  return ((toInteger(Buffer.from(hkdfSync('sha256', seed, '', 'verifier', 384))) % (N - 3n)) + 2n).toString(
    16,
  );
}

/** The client's public value, or undefined when it would let anybody in or is no number. */
export function parsePublicValue(hex: string): bigint | undefined {
  if (!/^[0-9a-f]{1,770}$/i.test(hex)) return undefined;
  const value = BigInt(`0x${hex}`);
  return value > 1n && value < N - 1n ? value : undefined;
}

/** A fresh pair of the server: keep `secret`, send `publicValue`; both in hexadecimal. */
export function serverPair(verifier: string): { secret: string; publicValue: string } {
  for (;;) {
    const secret = toInteger(randomBytes(32)) + 2n;
    const publicValue = (k * BigInt(`0x${verifier}`) + power(g, secret)) % N;
    if (publicValue !== 0n) return { secret: secret.toString(16), publicValue: publicValue.toString(16) };
  }
}

interface SrpProof {
  identity: SrpIdentity;
  verifier: string;
  /** The client's public value as it was announced. */
  clientValue: string;
  /** The server's secret of this exchange. */
  secret: string;
  secretBlock: Buffer;
  timestamp: string;
  signature: Buffer;
}

/** Whether the client has shown that it knows the password. */
export function provesPassword(proof: SrpProof): boolean {
  const { identity, timestamp, secretBlock } = proof;
  const key = sessionKey(
    BigInt(`0x${proof.clientValue}`),
    BigInt(`0x${proof.verifier}`),
    BigInt(`0x${proof.secret}`),
  );
  if (!key) return false;
  const expected = createHmac('sha256', key)
    .update(identity.poolName)
    .update(identity.userId)
    .update(secretBlock)
    .update(timestamp)
    .digest();
  return expected.length === proof.signature.length && timingSafeEqual(expected, proof.signature);
}

function sessionKey(A: bigint, v: bigint, b: bigint): Buffer | undefined {
  const B = (k * v + power(g, b)) % N;
  const u = toInteger(sha256(Buffer.concat([bytes(A), bytes(B)])));
  const base = (A * power(v, u)) % N;
  if (base <= 1n || base >= N - 1n) return undefined;
  const S = power(base, b);
  return Buffer.from(hkdfSync('sha256', bytes(S), bytes(u), 'Caldera Derived Key', 16));
}

/** Compares two values of `verifierOf` without telling by time where they differ. */
export function sameVerifier(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}
