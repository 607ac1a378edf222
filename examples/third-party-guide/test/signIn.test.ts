import { generateKeyPairSync, sign } from 'node:crypto'
import { createKernel } from '@latchkey/kernel'
import { fakeStorage } from '@latchkey/kernel/testing'
import { createMessage, siwx } from '@latchkey/plugin-siwx'
import { describe, expect, test } from 'vitest'
import { exampleProfile } from '../guide/sign-in/exampleProfile.js'
import { exampleVerifier } from '../guide/sign-in/exampleVerifier.js'
import { trySignIn } from '../guide/sign-in/trySignIn.js'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const address = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
const signed = async (text: string) => sign(null, Buffer.from(text), privateKey).toString('hex')

const verifier = exampleVerifier()

/** Signs in with whatever is given in the place of the signature. */
const tryWith = (signature: (text: string) => Promise<string>, account = address) =>
  trySignIn(exampleProfile, verifier, account, signature)

/** Another character in the place of one. */
const changed = (text: string, index: number) =>
  `${text.slice(0, index)}${text[index] === '0' ? '1' : '0'}${text.slice(index + 1)}`

describe('the profile', () => {
  const facts = {
    domain: 'app.example',
    uri: 'https://app.example/',
    version: '1',
    chainId: 'example:mainnet',
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-11-02T10:00:00.000Z',
  } as const

  test('writes the text of the reference, with the account as it is', () => {
    const text = createMessage({ ...facts, accountAddress: address }, exampleProfile)
    expect(text).toContain(`app.example wants you to sign in with your Example account:\n${address}\n`)
  })

  test('refuses what is no address of the chain', () => {
    const write = () => createMessage({ ...facts, accountAddress: `${address}!` }, exampleProfile)
    expect(write).toThrow()
  })

  test('gives one spelling to each account', () => {
    expect(exampleProfile.canonicalAddress(address.toUpperCase())).toBe(address)
    expect(exampleProfile.isAddress(address.toUpperCase())).toBe(true)
  })

  test('is taken by the page', async () => {
    const kernel = createKernel([siwx({ profiles: [exampleProfile] })], {
      logLevel: 'silent',
      onPluginError: 'throw',
      storage: fakeStorage(),
    })
    expect(kernel.state.plugins['siwx']?.phase).toBe('ready')
    await kernel.dispose()
  })
})

describe('the verifier', () => {
  test('accepts the account’s own signature', async () => {
    await expect(tryWith(signed)).resolves.toMatchObject({
      ok: true,
      method: 'example:ed25519',
      accountId: `example:mainnet:${address}`,
    })
  })

  test('has the profile of the page', () => expect(verifier.profile).toBe(exampleProfile))

  test('refuses what was changed on its way: text, signature and address, one byte of each', async () => {
    const at = (index: number) => (text: string) => changed(text, index)
    const ways: readonly (readonly ['message' | 'signature', (text: string) => string])[] = [
      ['message', (text) => text.replace('Nonce: ', 'Nonce: 0')],
      ['message', (text) => text.replace('Version: 1', 'Version: 2')],
      ['message', (text) => text.replace(address, changed(address, 7))],
      ['signature', at(0)],
      ['signature', at(127)],
    ]
    for (const [name, change] of ways) {
      const alter = (sent: { message: string; signature: string }) => ({
        ...sent,
        [name]: change(sent[name]),
      })
      const result = await trySignIn(exampleProfile, verifier, address, signed, alter)
      expect(result).toMatchObject({ ok: false, code: expect.any(String), detail: expect.any(String) })
    }
    const result = await trySignIn(exampleProfile, verifier, address, signed, (sent) => sent)
    expect(result).toMatchObject({ ok: true })
  })

  test('refuses a signature over a text with one byte changed, wherever it is', async () => {
    for (const index of [0, 40, 120]) {
      const result = await tryWith((text) => signed(changed(text, index)))
      expect(result).toMatchObject({ ok: false, code: 'SIGNATURE_INVALID' })
    }
  })

  test('refuses a signature with one byte changed', async () => {
    for (const index of [0, 63, 64, 127]) {
      const result = await tryWith(async (text) => changed(await signed(text), index))
      expect(result).toMatchObject({ ok: false, code: 'SIGNATURE_INVALID' })
    }
  })

  test('refuses the signature of another account, and throws for no address', async () => {
    const others = [...[0, 31, 63].map((index) => changed(address, index)), 'f'.repeat(64), '0'.repeat(64)]
    for (const other of others) {
      const result = await tryWith(signed, other)
      expect(result).toMatchObject({ ok: false, code: 'SIGNATURE_INVALID' })
    }
  })

  test('refuses what is no signature in its one form', async () => {
    const forms: readonly ((signature: string) => string)[] = [
      () => '',
      (signature) => signature.toUpperCase().replace(/\d/g, 'A'),
      (signature) => `0x${signature}`,
      (signature) => signature.slice(2),
      (signature) => `${signature}00`,
      (signature) => Buffer.from(signature, 'hex').toString('base64'),
      () => 'z'.repeat(128),
    ]
    for (const form of forms) {
      const result = await tryWith(async (text) => form(await signed(text)))
      expect(result).toMatchObject({ ok: false, code: 'SIGNATURE_MALFORMED' })
    }
  })
})
