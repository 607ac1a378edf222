import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { SignMessage } from '@latchkey/kernel/contracts'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { createMessage } from '@latchkey/plugin-siwx'
import { createVerifier, memoryNonces, type VerifyResult } from '@latchkey/plugin-siwx/server'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64 } from '@scure/base'
import { cosmos, cosmosHub, osmosis } from '../src/index.js'
import { cosmosProfile } from '../src/profile.js'
import { cosmosVerifier } from '../src/server.js'
import { createTestKeplr } from './testKeplr.js'

const verifier = createVerifier({
  domain: 'app.example',
  verifiers: [cosmosVerifier()],
  nonces: memoryNonces(),
})

const textFor = async (accountAddress: string, chainId: string = cosmosHub.id) =>
  createMessage(
    {
      domain: 'app.example',
      accountAddress,
      uri: 'https://app.example/',
      version: '1',
      chainId,
      nonce: await verifier.issueNonce(),
      issuedAt: new Date().toISOString(),
    },
    cosmosProfile(),
  )

const codeOf = (result: VerifyResult) => (result.ok ? result.method : result.code)

async function signOnPage() {
  const wallet = createTestKeplr()
  const uninstall = wallet.install('keplr')
  const kernel = createKernel([cosmos()], { storage: memoryStorage(), logLevel: 'silent' })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'example.cosmos.keplr' })
  const message = await textFor(wallet.addressOn('cosmos'))
  const signed = await kernel.get(Wallets).active('cosmos')?.use(SignMessage)?.sign({ message })
  await kernel.dispose()
  uninstall()
  assert.ok(signed)
  return { wallet, message, ...signed }
}

test('signs an account in by ADR-36, without its key being sent', async () => {
  const { wallet, message, signature, type } = await signOnPage()
  const result = await verifier.verify({ message, signature, signatureType: type })
  assert.equal(codeOf(result), 'cosmos:adr36')
  assert.equal(result.ok && result.accountId, `${cosmosHub.id}:${wallet.addressOn('cosmos')}`)
})

test('refuses another text, another account, and an account of another chain than the message', async () => {
  const { wallet, signature } = await signOnPage()
  const other = createTestKeplr({ secretKey: new Uint8Array(32).fill(8) })
  const own = wallet.addressOn('cosmos')
  const codes = await Promise.all(
    [await textFor(own), await textFor(other.addressOn('cosmos')), await textFor(own, osmosis.id)].map(
      async (message) => codeOf(await verifier.verify({ message, signature })),
    ),
  )
  assert.deepEqual(codes, ['SIGNATURE_INVALID', 'SIGNATURE_INVALID', 'ACCOUNT_MISMATCH'])
})

test('takes one form of each signature', async () => {
  const { wallet, message, signature } = await signOnPage()
  const bytes = base64.decode(signature)
  const high = secp256k1.Signature.fromBytes(bytes)
  const flipped = new secp256k1.Signature(high.r, secp256k1.Point.Fn.ORDER - high.s).toBytes()
  const changed = bytes.map((byte, index) => (index === 5 ? byte ^ 1 : byte))
  const ask = (one: string | Uint8Array) =>
    cosmosVerifier().verifySignature({
      message: { accountAddress: wallet.addressOn('cosmos'), chainId: cosmosHub.id } as never,
      text: message,
      bytes: new TextEncoder().encode(message),
      signature: one,
      work: undefined as never,
    })
  assert.deepEqual(await ask(signature), { ok: true, method: 'cosmos:adr36' })
  for (const one of [flipped, changed].map((value) => base64.encode(value))) {
    assert.equal((await ask(one)).ok, false)
  }
  for (const one of ['', `${signature} `, signature.replace(/.==$/, 'B=='), bytes, 'A'.repeat(100_000)]) {
    const verdict = await ask(one)
    assert.equal(!verdict.ok && verdict.code, 'SIGNATURE_MALFORMED')
  }
})
