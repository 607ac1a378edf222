import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { SignMessage } from '@latchkey/kernel/contracts'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { createMessage } from '@latchkey/plugin-siwx'
import { createVerifier, memoryNonces, type VerifyResult } from '@latchkey/plugin-siwx/server'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1'
import { suiProfile } from '../src/profile.js'
import { suiVerifier } from '../src/server.js'
import { other, own, startPage } from './startPage.js'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const verifier = createVerifier({
  domain: 'app.example',
  verifiers: [suiVerifier()],
  nonces: memoryNonces(),
})

/** The text that an account signs, with a nonce of the server's. */
const textFor = async (accountAddress: string) =>
  createMessage(
    {
      domain: 'app.example',
      accountAddress,
      uri: 'https://app.example/',
      version: '1',
      chainId: 'sui:localnet',
      nonce: await verifier.issueNonce(),
      issuedAt: new Date().toISOString(),
      statement: 'Sign in to the example.',
    },
    suiProfile,
  )

const codeOf = (result: VerifyResult) => (result.ok ? result.method : result.code)

async function signInOnPage() {
  const page = await startPage()
  stops.push(page.stop)
  await page.kernel.get(Session).connect({ connectorId: page.connector.id })
  const message = await textFor(own)
  const signed = await page.kernel.get(Wallets).active('sui')?.use(SignMessage)?.sign({ message })
  assert.ok(signed)
  return { message, ...signed }
}

test('signs an account in by the wallet’s signature', async () => {
  const { message, signature, type } = await signInOnPage()
  assert.equal(type, 'ed25519')
  assert.match(message, /^app\.example wants you to sign in with your Sui account:\n0x/)
  const result = await verifier.verify({ message, signature, signatureType: type })
  assert.equal(codeOf(result), 'sui:ed25519')
  assert.equal(result.ok && result.accountId, `sui:localnet:${own}`)
})

test('refuses a signature with one byte changed, of another account, and over another text', async () => {
  const { signature } = await signInOnPage()
  const bytes = Buffer.from(signature, 'base64')
  bytes[10] = (bytes[10] ?? 0) ^ 1
  const changed = bytes.toString('base64')
  const message = await textFor(own)
  assert.equal(codeOf(await verifier.verify({ message, signature: changed })), 'SIGNATURE_INVALID')
  assert.equal(codeOf(await verifier.verify({ message: await textFor(own), signature })), 'SIGNATURE_INVALID')
  assert.equal(
    codeOf(await verifier.verify({ message: await textFor(other), signature })),
    'SIGNATURE_INVALID',
  )
})

test('takes one text for each signature, and no other form', async () => {
  const { message, signature } = await signInOnPage()
  const malformed = [
    '',
    'AA',
    '!'.repeat(132),
    `${signature} `,
    `${signature.slice(0, -1)}`,
    // 97 bytes leave two bits of the last letter unused.
    signature.replace(/(.)==?$/, 'Z=='),
    'A'.repeat(132),
    'A'.repeat(100_000),
    Uint8Array.from(Buffer.from(signature, 'base64')),
  ]
  for (const one of malformed) {
    const result = await suiVerifier().verifySignature({
      message: { accountAddress: own } as never,
      text: message,
      bytes: new TextEncoder().encode(message),
      signature: one,
      work: undefined as never,
    })
    assert.equal(result.ok, false, String(one).slice(0, 40))
  }
})

test('takes a key of the second kind, and refuses kinds that it can’t hold to one signature', async () => {
  const [k1, r1] = [Secp256k1Keypair.fromSecretKey(new Uint8Array(32).fill(3)), Secp256r1Keypair.generate()]
  const verdicts = await Promise.all(
    [k1, r1].map(async (key) => {
      const message = await textFor(key.toSuiAddress())
      const { signature } = await key.signPersonalMessage(new TextEncoder().encode(message))
      return codeOf(await verifier.verify({ message, signature }))
    }),
  )
  assert.deepEqual(verdicts, ['sui:secp256k1', 'SIGNATURE_KIND_UNSUPPORTED'])
})

test('holds a sign-in to the kind that it states', async () => {
  const { message, signature } = await signInOnPage()
  const result = await verifier.verify({ message, signature, signatureType: 'secp256k1' })
  assert.equal(codeOf(result), 'SIGNATURE_KIND_UNSUPPORTED')
})
