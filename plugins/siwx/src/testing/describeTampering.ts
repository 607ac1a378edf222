import { beforeEach, describe, expect, it } from 'vitest'
import { canonicalAccountId } from '../message/canonicalAccountId.js'
import { createMessage } from '../message/createMessage.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'
import { createVerifier, type Verifier } from '../server/createVerifier.js'
import type { NamespaceVerifier } from '../server/NamespaceVerifier.js'
import type { RefusalCode } from '../server/Refusal.js'
import { reissuableNonces } from './reissuableNonces.js'
import { tamperStructure, withField } from './tamper.js'

const NOW = Date.parse('2026-11-21T10:00:00.000Z')
const SECOND = 1000
const at = (milliseconds: number) => new Date(milliseconds).toISOString()

export interface TamperingSubject {
  readonly namespace: NamespaceVerifier
  /** CAIP-2 id signed for, and another of the namespace. */
  readonly chainId: string
  readonly otherChainId: string
  readonly address: string
  /** An address of another account, in its required spelling. */
  readonly otherAddress: string
  /** How the text prints the other chain. */
  readonly otherChainText: string
  sign(text: string): string | Promise<string>
  /** Signatures that are not the right one, each with the code that refuses it. */
  spoil(
    signature: string,
  ): readonly (readonly [name: string, signature: string | Uint8Array, code: RefusalCode])[]
}

/** Codes a text may be refused with when its structure is spoiled and its signature was for another text. */
const STRUCTURAL: readonly RefusalCode[] = [
  'MESSAGE_MALFORMED',
  'FIELD_MISSING',
  'ADDRESS_MALFORMED',
  'CHAIN_MALFORMED',
  'CHAIN_NOT_ALLOWED',
  'NAMESPACE_UNSUPPORTED',
  'DOMAIN_MISMATCH',
  'SCHEME_MISMATCH',
  'URI_MISMATCH',
  'NONCE_UNKNOWN',
  'SIGNATURE_INVALID',
]

/** The tampering matrix: one suite, run for every namespace. */
export function describeTampering(name: string, subject: TamperingSubject): void {
  describe(`tampering, ${name}`, () => {
    let verifier: Verifier
    let nonces: ReturnType<typeof reissuableNonces>
    let now = NOW
    let message: SiwxMessage
    let text: string
    let signature: string

    beforeEach(async () => {
      now = NOW
      nonces = reissuableNonces()
      verifier = createVerifier({
        domain: 'app.example:8443',
        chains: [subject.chainId],
        verifiers: [subject.namespace],
        nonces,
        clock: () => now,
        clockSkew: 30,
        maxAge: 300,
        nonceLifetime: 900,
      })
      message = {
        domain: 'app.example:8443',
        accountAddress: subject.address,
        statement: 'Sign in to the example, please.',
        uri: 'https://app.example:8443/login?from=home',
        version: '1',
        chainId: subject.chainId,
        nonce: await verifier.issueNonce({ binding: 'browser' }),
        issuedAt: at(NOW),
        expirationTime: at(NOW + 200 * SECOND),
        notBefore: at(NOW - 100 * SECOND),
        requestId: 'request-1',
        resources: ['https://app.example:8443/terms', 'ipfs://bafy'],
      }
      text = createMessage(message, subject.namespace.profile)
      signature = await subject.sign(text)
    })

    const verify = (changed: string, used: string | Uint8Array = signature, extra: object = {}) =>
      verifier.verify({ message: changed, signature: used, binding: 'browser', ...extra })
    /** Each check costs a nonce: after a refusal the nonce is issued once more, for the next one. */
    const codeOf = async (changed: string, used?: string | Uint8Array, extra?: object) => {
      const result = await verify(changed, used, extra)
      if (result.ok) return 'accepted'
      if (result.code !== 'NONCE_USED') await nonces.reissue()
      return result.code
    }
    const signedAnew = async (fields: Partial<SiwxMessage>) => {
      const changed = createMessage({ ...message, ...fields }, subject.namespace.profile)
      return codeOf(changed, await subject.sign(changed))
    }

    it('accepts the message as it was signed, and only once', async () => {
      const accountId = canonicalAccountId(`${subject.chainId}:${subject.address}`)
      expect(await verify(text, signature, { account: accountId })).toMatchObject({
        ok: true,
        accountId,
        message,
      })
      expect(await codeOf(text)).toBe('NONCE_USED')
    })

    it('accepts exactly one of ten copies sent at once', async () => {
      const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(text)))
      expect(codes.filter((code) => code === 'accepted')).toHaveLength(1)
      expect(codes.filter((code) => code === 'NONCE_USED')).toHaveLength(9)
    })

    it('refuses every structural change', async () => {
      const spoiled = tamperStructure(text)
      expect(spoiled.length).toBeGreaterThan(text.length)
      for (const { name, text: changed } of spoiled) {
        const code = await codeOf(changed)
        expect(STRUCTURAL, `${name}: ${code}`).toContain(code)
      }
      expect(await codeOf(text)).toBe('accepted')
    })

    it('refuses each altered field with its own code, under the old signature', async () => {
      const alter = (label: string, value: string) => codeOf(withField(text, label, value))
      expect(await codeOf(text.replace('app.example:8443 wants', 'app.example wants'))).toBe(
        'DOMAIN_MISMATCH',
      )
      expect(await codeOf(text.replace('app.example:8443 wants', 'APP.example:8443 wants'))).toBe(
        'DOMAIN_MISMATCH',
      )
      expect(await codeOf(text.replace('app.example', 'user@app.example'))).toBe('DOMAIN_MISMATCH')
      expect(await codeOf(`http://${text}`)).toBe('SCHEME_MISMATCH')
      expect(await codeOf(`https://${text}`)).toBe('SIGNATURE_INVALID')
      expect(await codeOf(text.replace(subject.address, subject.otherAddress))).toBe('SIGNATURE_INVALID')
      expect(await codeOf(text.replace('the example', 'my example'))).toBe('SIGNATURE_INVALID')
      expect(await alter('URI', 'https://evil.example/login')).toBe('URI_MISMATCH')
      expect(await alter('URI', 'http://app.example:8443/login')).toBe('URI_MISMATCH')
      expect(await alter('URI', 'https://app.example:8443@evil.example/')).toBe('URI_MISMATCH')
      expect(await alter('URI', 'https://app.example:8443/other')).toBe('SIGNATURE_INVALID')
      expect(await alter('Version', '2')).toBe('MESSAGE_MALFORMED')
      expect(await alter('Chain ID', subject.otherChainText)).toBe('CHAIN_NOT_ALLOWED')
      expect(await alter('Nonce', 'short12')).toBe('MESSAGE_MALFORMED')
      expect(await alter('Nonce', 'neverIssued1')).toBe('NONCE_UNKNOWN')
      expect(await alter('Issued At', at(NOW - SECOND))).toBe('SIGNATURE_INVALID')
      expect(await alter('Issued At', '2026-02-30T10:00:00Z')).toBe('MESSAGE_MALFORMED')
      expect(await alter('Issued At', '2026-11-21T10:00:00')).toBe('MESSAGE_MALFORMED')
      expect(await alter('Expiration Time', at(NOW + 999 * SECOND))).toBe('SIGNATURE_INVALID')
      expect(await alter('Not Before', at(NOW - 999 * SECOND))).toBe('SIGNATURE_INVALID')
      expect(await alter('Request ID', 'request-2')).toBe('SIGNATURE_INVALID')
      expect(await codeOf(text.replace('ipfs://bafy', 'ipfs://bafz'))).toBe('SIGNATURE_INVALID')
      expect(await codeOf(text)).toBe('accepted')
    })

    it('refuses times outside the window, and allows the skew', async () => {
      expect(await signedAnew({ issuedAt: at(NOW + 31 * SECOND) })).toBe('ISSUED_IN_FUTURE')
      expect(await signedAnew({ issuedAt: at(NOW - 331 * SECOND) })).toBe('ISSUED_TOO_LONG_AGO')
      expect(await signedAnew({ expirationTime: at(NOW) })).toBe('EXPIRED')
      expect(await signedAnew({ notBefore: at(NOW + 31 * SECOND) })).toBe('NOT_YET_VALID')
      const skewed = { issuedAt: at(NOW + 30 * SECOND), notBefore: at(NOW + 30 * SECOND) }
      expect(await signedAnew({ ...skewed, expirationTime: at(NOW + 1) })).toBe('accepted')
    })

    it('refuses a nonce that is too old, or of another browser', async () => {
      expect(await codeOf(text, signature, { binding: 'another' })).toBe('NONCE_MISMATCH')
      expect(await codeOf(text, signature, { binding: undefined })).toBe('NONCE_MISMATCH')
      expect(await codeOf(text, signature, { nonce: 'another123' })).toBe('NONCE_MISMATCH')
      now = NOW + 901 * SECOND
      const late = createMessage(
        { ...message, issuedAt: at(now), expirationTime: at(now + SECOND) },
        subject.namespace.profile,
      )
      expect(await codeOf(late, await subject.sign(late))).toBe('NONCE_EXPIRED')
    })

    it('refuses another account and an account of another chain', async () => {
      const other = { account: `${subject.chainId}:${subject.otherAddress}` }
      expect(await codeOf(text, signature, other)).toBe('ACCOUNT_MISMATCH')
      const elsewhere = { account: `${subject.otherChainId}:${subject.address}` }
      expect(await codeOf(text, signature, elsewhere)).toBe('ACCOUNT_MISMATCH')
      expect(await signedAnew({ accountAddress: subject.otherAddress })).toBe('SIGNATURE_INVALID')
      expect(await codeOf(text, signature, { account: 'junk' })).toBe('REQUEST_MALFORMED')
    })

    it('refuses every spoiled signature with its code, for the price of the nonce', async () => {
      for (const [spoiledName, spoiled, code] of subject.spoil(signature)) {
        expect(await codeOf(text, spoiled), spoiledName).toBe(code)
      }
      expect(await codeOf(text)).toBe('accepted')
      for (const [spoiledName, spoiled] of subject.spoil(signature)) {
        await nonces.reissue()
        expect(await verify(text, spoiled), spoiledName).toMatchObject({ ok: false })
        expect(await verify(text), spoiledName).toMatchObject({ code: 'NONCE_USED' })
      }
    })
  })
}
