import { describe, expect, it } from 'vitest'
import { type Cacao, type CacaoPayload, cacaoText, parseIssuer } from '../message/cacao.js'
import { readHex } from '../message/bytes.js'
import { createMessage } from '../message/createMessage.js'
import { parseMessage } from '../message/parseMessage.js'
import { eip155Profile, solanaProfile } from '../message/profiles.js'
import {
  decodeRecap,
  encodeRecap,
  isRecapUri,
  type Recap,
  recapStatement,
  statementWithRecap,
} from '../message/recap.js'
import { readVectors } from '../testing/readVectors.js'
import { reissuableNonces } from '../testing/reissuableNonces.js'
import { evmSigner, solanaSigner } from '../testing/signers.js'
import { checkRecaps } from './checkRecaps.js'
import { createVerifier } from './createVerifier.js'
import { checkEcdsa } from './eip155/checkEcdsa.js'
import { eip155 } from './eip155/eip155.js'
import { hashPersonalMessage } from './eip155/hashPersonalMessage.js'
import { nobleRecover } from './secp256k1Recover.js'
import { solana } from './solana/solana.js'

describe('CAIP-74 vectors', () => {
  it.each(readVectors('caip/cacao_caip74'))('rebuilds the signed text: $id', ({ cacao }) => {
    const text = cacaoText(cacao.p, eip155Profile) ?? ''
    const address = parseIssuer(cacao.p.iss)?.address ?? ''
    const signature = readHex(cacao.s.s) ?? new Uint8Array()
    const hash = hashPersonalMessage(new TextEncoder().encode(text))
    // The printed example is not by its issuer, in any order of lines we know: it shows the shape alone.
    expect(checkEcdsa(hash, signature, address, nobleRecover)).toMatchObject({ code: 'SIGNATURE_INVALID' })
    expect(text).toMatchInlineSnapshot(`
      "localhost:3000 wants you to sign in with your Ethereum account:
      0xBAc675C310721717Cd4A37F6cbeA1F081b1C2a07

      I accept the ServiceOrg Terms of Service: https://service.org/tos

      URI: http://localhost:3000/login
      Version: 1
      Chain ID: 1
      Nonce: 328917
      Issued At: 2022-03-10T17:09:21.481+03:00
      Expiration Time: 2022-03-10T18:09:21.481+03:00
      Not Before: 2022-03-10T17:09:21.481+03:00
      Request ID: request-id-random
      Resources:
      - ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq
      - https://example.com/my-web2-claim.json"
    `)
    // Its nonce has six letters; EIP-4361 asks for eight, so no sign-in would take it.
    expect(parseMessage(text, eip155Profile)).toMatchObject({
      ok: false,
      reason: 'text',
      problem: { line: 9 },
    })
  })
})

describe('ERC-5573 vectors', () => {
  it.each(readVectors('evm/erc5573/recap'))('$id', (vector) => {
    if (vector.has_recap === false) return expect(vector.message.includes('urn:recap:')).toBe(false)
    const recap = decodeRecap(vector.recap_uri)
    expect(recap).toEqual(vector.details)
    expect(encodeRecap(recap)).toBe(vector.recap_uri)
    expect(vector.statement.endsWith(recapStatement(recap))).toBe(true)
    if (!vector.message) return
    // The vectors name a null address and end in a line feed; both are put right before reading.
    const parsed = parseMessage(vector.message.trimEnd(), eip155Profile)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed))
    const result = checkRecaps(parsed.message)
    if (vector.recap_is_last_resource) expect(result).toEqual({ ok: true, recaps: [recap] })
    else expect(result).toMatchObject({ ok: false, code: 'RECAP_MALFORMED' })
  })
})

describe('WalletConnect vectors', () => {
  const vectors = readVectors('walletconnect/recap_utils')

  it.each(vectors.filter(({ kind }) => kind === 'siwe_message_from_auth_request'))(
    '$desc',
    ({ request, ...vector }) => {
      const { type: _, chains: __, ...payload } = request
      const recaps = (payload.resources ?? []).filter(isRecapUri).map(decodeRecap)
      const statement = recaps.reduce(statementWithRecap, payload.statement)
      const text = cacaoText({ ...payload, statement, iss: vector.iss }, eip155Profile)
      for (const part of vector.contains) expect(text).toContain(part)
      for (const part of vector.not_contains) expect(text).not.toContain(part)
    },
  )

  it.each(vectors.filter(({ kind }) => kind === 'recap_from_resources'))(
    'finds a recap: $resources',
    (vector) => {
      const last = vector.resources.at(-1)
      expect(last !== undefined && isRecapUri(last)).toBe(vector.has_recap)
      if (vector.recap && last) expect(decodeRecap(last)).toEqual(vector.recap)
    },
  )

  it('knows every kind of the file', () => {
    const known = ['siwe_message_from_auth_request', 'recap_from_resources']
    const other = vectors.filter(({ kind }) => !known.includes(kind))
    for (const vector of other) {
      const uri = vector.recap_uri ?? vector.encoded ?? vector.expect
      expect(typeof uri === 'string' && isRecapUri(uri) ? decodeRecap(uri) : vector).toBeDefined()
    }
  })
})

const recap: Recap = {
  att: {
    eip155: { 'request/personal_sign': [{}], 'request/eth_sendTransaction': [{ chains: ['eip155:1'] }] },
  },
}

describe('ReCaps', () => {
  it('reads padded and unpadded base64 and base64url', () => {
    const json = JSON.stringify({ att: { 'a?b>c~': { 'x/y': [{}] } } })
    const standard = Buffer.from(json).toString('base64')
    for (const body of [standard, standard.replace(/=+$/, ''), Buffer.from(json).toString('base64url')]) {
      expect(decodeRecap(`urn:recap:${body}`)).toEqual(JSON.parse(json))
    }
  })

  it.each([
    ['no prefix', 'urn:other:e30'],
    ['not base64', 'urn:recap:***'],
    ['not JSON', `urn:recap:${Buffer.from('{').toString('base64url')}`],
    ['not UTF-8', `urn:recap:${Buffer.from([0xff, 0xfe]).toString('base64url')}`],
    ['no att', `urn:recap:${Buffer.from('{}').toString('base64url')}`],
    [
      'an ability without a namespace',
      `urn:recap:${Buffer.from('{"att":{"a":{"b":[{}]}}}').toString('base64url')}`,
    ],
    ['a member that is not known', `urn:recap:${Buffer.from('{"att":{},"x":1}').toString('base64url')}`],
    ...[
      '{"att":{"__proto__":{"crud/delete":[{}]}}}',
      '{"att":{"https://a.example":{"a/b":[{"__proto__":{"c":1}}]}}}',
      '{"att":{"https://a.example":{"a/b":[{"c":[{"__proto__":1}]}]}}}',
      '{"att":{},"__proto__":{}}',
    ].map((json) => [`__proto__ in ${json}`, `urn:recap:${Buffer.from(json).toString('base64url')}`]),
  ])('refuses %s', (_, uri) => {
    expect(() => decodeRecap(uri)).toThrow(expect.objectContaining({ code: 'SIWX_RECAP_INVALID' }))
  })

  it('says what happened and what to do', () => {
    expect(() => decodeRecap('urn:recap:***')).toThrowErrorMatchingInlineSnapshot(
      `[SiwxError: The ReCap cannot be used: its body is not base64url or base64. Expected the form of ERC-5573; ask the wallet to sign in again.]`,
    )
  })
})

async function setUp() {
  const nonces = reissuableNonces()
  const verifier = createVerifier({
    domain: 'app.example',
    verifiers: [eip155(), solana({ chainForms: ['reference'] })],
    nonces,
  })
  const signer = evmSigner(30)
  const payload: CacaoPayload = {
    iss: `did:pkh:eip155:1:${signer.address}`,
    aud: 'https://app.example/login',
    domain: 'app.example',
    version: '1',
    nonce: await verifier.issueNonce(),
    iat: new Date().toISOString(),
    statement: statementWithRecap('Welcome.', recap),
    resources: [encodeRecap(recap)],
  }
  const sign = (changed: CacaoPayload, printed = changed): Cacao => ({
    h: { t: 'caip122' },
    p: changed,
    s: { t: 'eip191', s: signer.sign(cacaoText(printed, eip155Profile) ?? '') },
  })
  const verify = async (cacao: unknown) => {
    const result = await verifier.verify({ cacao: cacao as Cacao })
    if (!result.ok) await nonces.reissue()
    return result.ok ? 'accepted' : result.code
  }
  return { verifier, signer, payload, sign, verify }
}

describe('sign-in by CACAO', () => {
  it('accepts it once, with its ReCap', async () => {
    const { verifier, signer, payload, sign } = await setUp()
    const cacao = sign(payload)
    const accountId = `eip155:1:${signer.address}`
    expect(await verifier.verify({ cacao })).toMatchObject({
      ok: true,
      accountId,
      recaps: [recap],
      method: 'eip191',
    })
    expect(await verifier.verify({ cacao })).toMatchObject({ ok: false, code: 'NONCE_USED' })
  })

  it('accepts a Solana one', async () => {
    const { verifier, payload } = await setUp()
    const { address, sign } = solanaSigner(30)
    const iss = `did:pkh:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${address}`
    const { resources: _, statement: __, ...rest } = payload
    const p = { ...rest, iss }
    const s = sign(cacaoText(p, solanaProfile(['reference'])) ?? '')
    const cacao: Cacao = { h: { t: 'caip122' }, p, s: { t: 'solana:ed25519', s } }
    expect(await verifier.verify({ cacao })).toMatchObject({ ok: true, method: 'solana:ed25519' })
  })

  it('keeps an absent member apart from an empty one', async () => {
    const { payload, sign, verify } = await setUp()
    const { resources: _, statement: __, ...bare } = payload
    expect(await verify(sign({ ...bare, resources: [] }, bare))).toBe('SIGNATURE_INVALID')
    expect(await verify(sign(bare, { ...bare, resources: [] }))).toBe('SIGNATURE_INVALID')
    expect(await verify(sign({ ...bare, statement: '' }, bare))).toBe('SIGNATURE_INVALID')
    expect(await verify(sign(bare, { ...bare, statement: '' }))).toBe('SIGNATURE_INVALID')
    expect(await verify(sign({ ...bare, resources: [] }))).toBe('accepted')
  })

  it('refuses each changed member', async () => {
    const { payload, sign, verify } = await setUp()
    const changed = (members: Partial<CacaoPayload>) => verify(sign({ ...payload, ...members }, payload))
    expect(await changed({ aud: 'https://evil.example/' })).toBe('URI_MISMATCH')
    expect(await changed({ domain: 'evil.example' })).toBe('DOMAIN_MISMATCH')
    expect(await changed({ nonce: 'unknown123' })).toBe('NONCE_UNKNOWN')
    expect(await changed({ iss: payload.iss.replace('eip155:1:', 'eip155:10:') })).toBe('SIGNATURE_INVALID')
    expect(await changed({ iss: `did:pkh:eip155:1:${evmSigner(31).address}` })).toBe('SIGNATURE_INVALID')
    expect(await changed({ iss: 'did:key:z6Mk' })).toBe('REQUEST_MALFORMED')
    expect(await changed({ iss: 'did:pkh:cosmos:cosmoshub-4:cosmos1x' })).toBe('NAMESPACE_UNSUPPORTED')
    expect(await changed({ exp: '2020-01-01T00:00:00Z' })).toBe('EXPIRED')
    expect(await changed({ statement: `${payload.statement}\nURI: https://evil.example` })).toBe(
      'MESSAGE_MALFORMED',
    )
    expect(await changed({})).toBe('accepted')
  })

  it('takes an empty statement, which is another text than none', async () => {
    const { payload, sign, verify } = await setUp()
    const { resources: _, statement: __, ...bare } = payload
    expect(await verify(sign({ ...bare, statement: '' }))).toBe('accepted')
  })

  it.each(['requestId', 'iat', 'exp', 'nbf', 'statement', 'aud', 'domain', 'nonce', 'resources'] as const)(
    'refuses a line feed in %s, whatever lines it makes',
    async (member) => {
      const { payload, sign, verify } = await setUp()
      const { resources: _, statement: __, ...bare } = payload
      const values = {
        exp: '2999-01-01T00:00:00Z',
        nbf: '2020-01-01T00:00:00Z',
        requestId: 'one',
        statement: 'Welcome.',
        ...bare,
      }
      const lines = [
        '\nExpiration Time: 2999-01-01T00:00:00Z',
        '\nNot Before: 2020-01-01T00:00:00Z',
        '\nRequest ID: other',
        '\nResources:',
        '\nResources:\n- https://app.example/other',
        '\n- https://app.example/other',
        '\n',
      ]
      for (const line of lines) {
        const changed =
          member === 'resources' ? [`https://app.example/terms${line}`] : `${values[member]}${line}`
        expect(await verify(sign({ ...bare, [member]: changed })), JSON.stringify(line)).toBe(
          member === 'domain' ? 'NAMESPACE_UNSUPPORTED' : 'MESSAGE_MALFORMED',
        )
      }
    },
  )

  it('refuses a ReCap the statement does not say, or that is not last', async () => {
    const { payload, sign, verify } = await setUp()
    const other = encodeRecap({ att: { 'https://app.example': { 'crud/delete': [{}] } } })
    expect(await verify(sign({ ...payload, resources: [other] }))).toBe('RECAP_STATEMENT_MISMATCH')
    expect(await verify(sign({ ...payload, statement: 'Welcome.' }))).toBe('RECAP_STATEMENT_MISMATCH')
    const last = [...(payload.resources ?? []), 'https://app.example/terms']
    expect(await verify(sign({ ...payload, resources: last }))).toBe('RECAP_MALFORMED')
    expect(await verify(sign({ ...payload, resources: ['urn:recap:e30'] }))).toBe('RECAP_MALFORMED')
  })

  it.each([undefined, null, 7, {}, [], { h: {}, p: {}, s: {} }])('refuses %j', async (cacao) => {
    const { verify } = await setUp()
    expect(await verify(cacao)).toBe('REQUEST_MALFORMED')
  })

  it('refuses members that would not be signed', async () => {
    const { payload, sign, verify } = await setUp()
    const cacao = sign(payload)
    expect(await verify({ ...cacao, p: { ...payload, admin: true } })).toBe('REQUEST_MALFORMED')
    expect(await verify({ ...cacao, h: { t: 'jwt' } })).toBe('REQUEST_MALFORMED')
  })
})

describe('createVerifier', () => {
  const nonces = reissuableNonces()

  it('does not start with two verifiers for one namespace or without a domain', () => {
    expect(() =>
      createVerifier({ domain: 'a.example', verifiers: [eip155(), eip155()], nonces }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[SiwxError: createVerifier cannot start: two verifiers are for "eip155" or print "Ethereum account". Give one verifier per namespace and the host of the page as domain.]`,
    )
    expect(() => createVerifier({ domain: '', verifiers: [], nonces })).toThrow('the domain is empty')
  })

  it('binds the URI to a list or a test when it is given one', async () => {
    const run = async (uri: string, allowed: string | readonly string[] | ((uri: string) => boolean)) => {
      const verifier = createVerifier({
        domain: ['a.example', 'b.example'],
        uri: allowed,
        verifiers: [eip155()],
        nonces,
      })
      const signer = evmSigner(32)
      const message = createMessage(
        {
          domain: 'b.example',
          accountAddress: signer.address,
          uri,
          version: '1',
          chainId: 'eip155:1',
          nonce: await verifier.issueNonce(),
          issuedAt: new Date().toISOString(),
        },
        eip155Profile,
      )
      const result = await verifier.verify({ message, signature: signer.sign(message) })
      return result.ok ? 'accepted' : result.code
    }
    expect(await run('https://b.example/in', 'https://b.example/in')).toBe('accepted')
    expect(await run('https://b.example/in?x', 'https://b.example/in')).toBe('URI_MISMATCH')
    expect(await run('did:key:z6Mk', ['https://b.example', 'did:key:z6Mk'])).toBe('accepted')
    expect(await run('https://any.example/', (uri) => uri.startsWith('https://'))).toBe('accepted')
  })

  it('takes a namespace of a third party', async () => {
    const { referenceProfile } = await import('../message/profiles.js')
    const profile = referenceProfile({
      namespace: 'cosmos',
      accountKind: 'Cosmos',
      isAddress: (address) => address.startsWith('cosmos1'),
    })
    const verifier = createVerifier({
      domain: 'app.example',
      nonces,
      verifiers: [
        eip155(),
        {
          profile,
          verifySignature: ({ signature }) =>
            signature === 'right'
              ? { ok: true, method: 'adr36' }
              : { ok: false, code: 'SIGNATURE_INVALID', detail: 'wrong' },
        },
      ],
    })
    const message = createMessage(
      {
        domain: 'app.example',
        accountAddress: 'cosmos1abc',
        uri: 'https://app.example',
        version: '1',
        chainId: 'cosmos:cosmoshub-4',
        nonce: await verifier.issueNonce(),
        issuedAt: new Date().toISOString(),
      },
      profile,
    )
    expect(message).toContain('with your Cosmos account:\ncosmos1abc\n')
    expect(message).toContain('\nChain ID: cosmoshub-4\n')
    expect(await verifier.verify({ message, signature: 'wrong' })).toMatchObject({
      code: 'SIGNATURE_INVALID',
    })
    await nonces.reissue()
    const accountId = 'cosmos:cosmoshub-4:cosmos1abc'
    expect(await verifier.verify({ message, signature: 'right' })).toMatchObject({
      ok: true,
      accountId,
      method: 'adr36',
    })
  })
})
