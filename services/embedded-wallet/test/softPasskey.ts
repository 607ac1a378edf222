import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Bits of the flags of authenticator data (WebAuthn level 3, section 6.1). */
export const flags = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, attested: 0x40 } as const

export interface Ceremony {
  readonly challenge: string
  /** Of the page that asks. */
  readonly origin: string
  readonly rpId: string
  /** Of the page around it. */
  readonly topOrigin?: string | undefined
  readonly type?: string | undefined
  readonly flags?: number | undefined
  readonly counter?: number | undefined
  readonly id?: Buffer | undefined
  readonly alg?: number | undefined
  readonly fmt?: string | undefined
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest()

/** A passkey in software with a real P-256 key. A test decides what it answers. */
export interface SoftPasskey {
  readonly id: Buffer
  readonly privateKey: KeyObject
  create(ceremony: Ceremony): object
  get(ceremony: Ceremony): SoftAssertion
}

export interface SoftAssertion {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

/** @param id of the credential, which a device chooses as it likes */
export function createSoftPasskey(id: Buffer = randomBytes(32)): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const publicKeyOf = (alg: number) =>
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, alg],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
  const credentialOf = (own: Buffer) => ({
    id: base64url(own),
    rawId: base64url(own),
    type: 'public-key' as const,
  })
  return {
    id,
    privateKey,
    create(ceremony) {
      const own = ceremony.id ?? id
      const given = ceremony.flags ?? flags.userPresent | flags.userVerified
      const attested = Buffer.concat([Buffer.alloc(16), sized(own), own, publicKeyOf(ceremony.alg ?? -7)])
      const authData = Buffer.concat([dataOf({ ...ceremony, flags: given | flags.attested }), attested])
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', ceremony.fmt ?? 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      )
      return {
        ...credentialOf(own),
        response: {
          clientDataJSON: base64url(clientDataOf(ceremony, 'webauthn.create')),
          attestationObject: base64url(attestationObject),
        },
      }
    },
    get(ceremony) {
      const clientData = clientDataOf(ceremony, 'webauthn.get')
      const authData = dataOf(ceremony)
      const signature = createSign('SHA256')
        .update(Buffer.concat([authData, sha256(clientData)]))
        .sign(privateKey)
      return {
        ...credentialOf(ceremony.id ?? id),
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      }
    },
  }
}

function dataOf({
  rpId,
  flags: given = flags.userPresent | flags.userVerified,
  counter = 0,
}: Ceremony): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([given]), count])
}

function sized(id: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  return length
}

const clientDataOf = ({ challenge, origin, topOrigin, type }: Ceremony, otherwise: string) =>
  Buffer.from(
    JSON.stringify({
      type: type ?? otherwise,
      challenge,
      origin,
      crossOrigin: topOrigin !== undefined,
      ...(topOrigin === undefined ? {} : { topOrigin }),
    }),
  )
