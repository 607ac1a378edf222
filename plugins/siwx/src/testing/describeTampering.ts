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

/** A message as it was signed, and the verifier that is shown changes of it. */
interface TamperingBench {
  now: number
  nonces: ReturnType<typeof reissuableNonces>
  verifier: Verifier
  message: SiwxMessage
  text: string
  signature: string
  verify(changed: string, used?: string | Uint8Array, extra?: object): ReturnType<Verifier['verify']>
  /** Each check costs a nonce: after a refusal the nonce is issued once more, for the next one. */
  codeOf(changed: string, used?: string | Uint8Array, extra?: object): Promise<RefusalCode | 'accepted'>
  /** The same for a message with other fields, signed as it is. */
  codeOfSigned(fields: Partial<SiwxMessage>): Promise<RefusalCode | 'accepted'>
}

/** The tampering matrix: one suite, run for every namespace. */
export function describeTampering(name: string, subject: TamperingSubject): void {
  describe(`tampering, ${name}`, () => {
    const bench = {} as TamperingBench
    beforeEach(() => resetBench(bench, subject))
    testCopies(bench, subject)
    testFields(bench, subject)
    testTimes(bench, subject)
    testSignatures(bench, subject)
  })
}

async function resetBench(bench: TamperingBench, subject: TamperingSubject): Promise<void> {
  bench.now = NOW
  bench.nonces = reissuableNonces()
  bench.verifier = createVerifier({
    domain: 'app.example:8443',
    chains: [subject.chainId],
    verifiers: [subject.namespace],
    nonces: bench.nonces,
    clock: () => bench.now,
    clockSkew: 30,
    maxAge: 300,
    nonceLifetime: 900,
  })
  bench.message = {
    domain: 'app.example:8443',
    accountAddress: subject.address,
    statement: 'Sign in to the example, please.',
    uri: 'https://app.example:8443/login?from=home',
    version: '1',
    chainId: subject.chainId,
    nonce: await bench.verifier.issueNonce({ binding: 'browser' }),
    issuedAt: at(NOW),
    expirationTime: at(NOW + 200 * SECOND),
    notBefore: at(NOW - 100 * SECOND),
    requestId: 'request-1',
    resources: ['https://app.example:8443/terms', 'ipfs://bafy'],
  }
  bench.text = createMessage(bench.message, subject.namespace.profile)
  bench.signature = await subject.sign(bench.text)
  bench.verify = (changed, used = bench.signature, extra = {}) =>
    bench.verifier.verify({ message: changed, signature: used, binding: 'browser', ...extra })
  bench.codeOf = async (changed, used, extra) => {
    const result = await bench.verify(changed, used, extra)
    if (result.ok) return 'accepted'
    if (result.code !== 'NONCE_USED') await bench.nonces.reissue()
    return result.code
  }
  bench.codeOfSigned = async (fields) => {
    const changed = createMessage({ ...bench.message, ...fields }, subject.namespace.profile)
    return bench.codeOf(changed, await subject.sign(changed))
  }
}

function testCopies(bench: TamperingBench, subject: TamperingSubject): void {
  it('accepts the message as it was signed, and only once', async () => {
    const accountId = canonicalAccountId(`${subject.chainId}:${subject.address}`)
    expect(await bench.verify(bench.text, bench.signature, { account: accountId })).toMatchObject({
      ok: true,
      accountId,
      message: bench.message,
    })
    expect(await bench.codeOf(bench.text)).toBe('NONCE_USED')
  })

  it('accepts exactly one of ten copies sent at once', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => bench.codeOf(bench.text)))
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1)
    expect(codes.filter((code) => code === 'NONCE_USED')).toHaveLength(9)
  })

  it('refuses every structural change', async () => {
    const spoiled = tamperStructure(bench.text)
    expect(spoiled.length).toBeGreaterThan(bench.text.length)
    for (const { name, text: changed } of spoiled) {
      const code = await bench.codeOf(changed)
      expect(STRUCTURAL, `${name}: ${code}`).toContain(code)
    }
    expect(await bench.codeOf(bench.text)).toBe('accepted')
  })
}

function testFields(bench: TamperingBench, subject: TamperingSubject): void {
  it('refuses each altered field with its own code, under the old signature', async () => {
    const alter = (label: string, value: string) => bench.codeOf(withField(bench.text, label, value))
    expect(await bench.codeOf(bench.text.replace('app.example:8443 wants', 'app.example wants'))).toBe(
      'DOMAIN_MISMATCH',
    )
    expect(await bench.codeOf(bench.text.replace('app.example:8443 wants', 'APP.example:8443 wants'))).toBe(
      'DOMAIN_MISMATCH',
    )
    expect(await bench.codeOf(bench.text.replace('app.example', 'user@app.example'))).toBe('DOMAIN_MISMATCH')
    expect(await bench.codeOf(`http://${bench.text}`)).toBe('SCHEME_MISMATCH')
    expect(await bench.codeOf(`https://${bench.text}`)).toBe('SIGNATURE_INVALID')
    expect(await bench.codeOf(bench.text.replace(subject.address, subject.otherAddress))).toBe(
      'SIGNATURE_INVALID',
    )
    expect(await bench.codeOf(bench.text.replace('the example', 'my example'))).toBe('SIGNATURE_INVALID')
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
    expect(await bench.codeOf(bench.text.replace('ipfs://bafy', 'ipfs://bafz'))).toBe('SIGNATURE_INVALID')
    expect(await bench.codeOf(bench.text)).toBe('accepted')
  })
}

function testTimes(bench: TamperingBench, subject: TamperingSubject): void {
  it('refuses times outside the window, and allows the skew', async () => {
    expect(await bench.codeOfSigned({ issuedAt: at(NOW + 31 * SECOND) })).toBe('ISSUED_IN_FUTURE')
    expect(await bench.codeOfSigned({ issuedAt: at(NOW - 331 * SECOND) })).toBe('ISSUED_TOO_LONG_AGO')
    expect(await bench.codeOfSigned({ expirationTime: at(NOW) })).toBe('EXPIRED')
    expect(await bench.codeOfSigned({ notBefore: at(NOW + 31 * SECOND) })).toBe('NOT_YET_VALID')
    const skewed = { issuedAt: at(NOW + 30 * SECOND), notBefore: at(NOW + 30 * SECOND) }
    expect(await bench.codeOfSigned({ ...skewed, expirationTime: at(NOW + 1) })).toBe('accepted')
  })

  it('refuses a nonce that is too old, or of another browser', async () => {
    expect(await bench.codeOf(bench.text, bench.signature, { binding: 'another' })).toBe('NONCE_MISMATCH')
    expect(await bench.codeOf(bench.text, bench.signature, { binding: undefined })).toBe('NONCE_MISMATCH')
    expect(await bench.codeOf(bench.text, bench.signature, { nonce: 'another123' })).toBe('NONCE_MISMATCH')
    bench.now = NOW + 901 * SECOND
    const late = createMessage(
      { ...bench.message, issuedAt: at(bench.now), expirationTime: at(bench.now + SECOND) },
      subject.namespace.profile,
    )
    expect(await bench.codeOf(late, await subject.sign(late))).toBe('NONCE_EXPIRED')
  })
}

function testSignatures(bench: TamperingBench, subject: TamperingSubject): void {
  it('refuses another account and an account of another chain', async () => {
    const other = { account: `${subject.chainId}:${subject.otherAddress}` }
    expect(await bench.codeOf(bench.text, bench.signature, other)).toBe('ACCOUNT_MISMATCH')
    const elsewhere = { account: `${subject.otherChainId}:${subject.address}` }
    expect(await bench.codeOf(bench.text, bench.signature, elsewhere)).toBe('ACCOUNT_MISMATCH')
    expect(await bench.codeOfSigned({ accountAddress: subject.otherAddress })).toBe('SIGNATURE_INVALID')
    expect(await bench.codeOf(bench.text, bench.signature, { account: 'junk' })).toBe('REQUEST_MALFORMED')
  })

  it('refuses every spoiled signature with its code, for the price of the nonce', async () => {
    for (const [spoiledName, spoiled, code] of subject.spoil(bench.signature)) {
      expect(await bench.codeOf(bench.text, spoiled), spoiledName).toBe(code)
    }
    expect(await bench.codeOf(bench.text)).toBe('accepted')
    for (const [spoiledName, spoiled] of subject.spoil(bench.signature)) {
      await bench.nonces.reissue()
      expect(await bench.verify(bench.text, spoiled), spoiledName).toMatchObject({ ok: false })
      expect(await bench.verify(bench.text), spoiledName).toMatchObject({ code: 'NONCE_USED' })
    }
  })
}
