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
const k = toInteger(sha256(Buffer.concat([toBytes(N), toBytes(g)])));

// OpenSSL's exponentiation is constant-time and about six times as fast as BigInt's square and multiply.
const exponentiation = createDiffieHellman(group.getPrime(), Buffer.from([2]));

/** base^exponent mod N; the base must lie strictly between 1 and N - 1. */
function modPow(base: bigint, exponent: bigint): bigint {
  exponentiation.setPrivateKey(toBytes(exponent));
  return toInteger(exponentiation.computeSecret(toBytes(base)));
}

function toInteger(value: Buffer): bigint {
  return BigInt(`0x${value.toString('hex')}`);
}

/** Shortest big-endian form whose first bit is the sign: a leading 00 when the top bit is set. */
function toBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Whose password it is; all fields are hashed into the verifier. `salt` is hexadecimal. */
interface SrpIdentity {
  /** The pool's name: its id after the underscore. */
  poolName: string;
  userId: string;
  salt: string;
}

/** The verifier that is stored instead of the password, in hexadecimal. */
export function computeVerifier(identity: SrpIdentity, password: string): string {
  const secret = sha256(`${identity.poolName}${identity.userId}:${password}`);
  const salt = toBytes(BigInt(`0x${identity.salt}`));
  return modPow(g, toInteger(sha256(Buffer.concat([salt, secret])))).toString(16);
}

/** A verifier for an unknown name. Any number below N will do, since it only leaves the server blinded. */
export function fakeVerifier(seed: Buffer): string {
  return ((toInteger(Buffer.from(hkdfSync('sha256', seed, '', 'verifier', 384))) % (N - 3n)) + 2n).toString(
    16,
  );
}

/** The client's public value; undefined when it is not a number, or one that would let anybody in. */
export function parsePublicValue(hex: string): bigint | undefined {
  if (!/^[0-9a-f]{1,770}$/i.test(hex)) return undefined;
  const value = BigInt(`0x${hex}`);
  return value > 1n && value < N - 1n ? value : undefined;
}

/** A new key pair of the server, both in hexadecimal: `secret` stays here, `publicValue` is sent. */
export function createServerKeyPair(verifier: string): { secret: string; publicValue: string } {
  for (;;) {
    const secret = toInteger(randomBytes(32)) + 2n;
    const publicValue = (k * BigInt(`0x${verifier}`) + modPow(g, secret)) % N;
    if (publicValue !== 0n) return { secret: secret.toString(16), publicValue: publicValue.toString(16) };
  }
}

interface SrpProof {
  identity: SrpIdentity;
  verifier: string;
  /** The client's public value as it was sent. */
  clientValue: string;
  /** The server's secret of this exchange. */
  secret: string;
  secretBlock: Buffer;
  timestamp: string;
  signature: Buffer;
}

/** Whether the client's signature proves that it knows the password. */
export function verifyProof(proof: SrpProof): boolean {
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
  const B = (k * v + modPow(g, b)) % N;
  const u = toInteger(sha256(Buffer.concat([toBytes(A), toBytes(B)])));
  const base = (A * modPow(v, u)) % N;
  if (base <= 1n || base >= N - 1n) return undefined;
  const S = modPow(base, b);
  return Buffer.from(hkdfSync('sha256', toBytes(S), toBytes(u), 'Caldera Derived Key', 16));
}

/** Compares two verifiers in constant time. */
export function isSameVerifier(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}
