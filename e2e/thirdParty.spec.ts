import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, bech32 } from '@scure/base'
import { expect, test } from '@playwright/test'
import { contentSecurityPolicy } from './serveApp.js'
import { serveFolder } from './staticServer.js'

const folder = join(import.meta.dirname, '../.artifacts/third-party')
const secretKey = new Uint8Array(32).fill(9)
const publicKey = secp256k1.getPublicKey(secretKey)
const addressOn = (prefix: string) => bech32.encode(prefix, bech32.toWords(ripemd160(sha256(publicKey))))

/** ADR-36: the amino sign document of one MsgSignData. */
function document(signer: string, data: string): Uint8Array {
  const message = { type: 'sign/MsgSignData', value: { data: base64.encode(utf8ToBytes(data)), signer } }
  return utf8ToBytes(
    JSON.stringify({
      account_number: '0',
      chain_id: '',
      fee: { amount: [], gas: '0' },
      memo: '',
      msgs: [message],
      sequence: '0',
    }),
  )
}

test('a stranger’s chain, built from the packed packages alone, connects, signs, switches and survives a reload', async ({
  page,
}) => {
  expect(existsSync(folder), 'run "npm run test:long -- build packages stranger" first').toBe(true)
  const server = await serveFolder(folder, { 'content-security-policy': contentSecurityPolicy })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.exposeFunction('testKeplrSign', (signer: string, data: string) =>
    base64.encode(secp256k1.sign(document(signer, data), secretKey)),
  )
  await page.addInitScript(
    (addresses) => {
      Object.assign(window, {
        keplr: {
          enable: async () => {},
          getKey: async (chainId: string) => ({
            name: 'Test key',
            algo: 'secp256k1',
            pubKey: new Uint8Array(33),
            bech32Address: chainId === 'cosmoshub-4' ? addresses.cosmos : addresses.osmo,
          }),
          signArbitrary: async (_chainId: string, signer: string, data: string) => ({
            signature: await (
              window as unknown as { testKeplrSign(signer: string, data: string): Promise<string> }
            ).testKeplrSign(signer, data),
          }),
        },
      })
    },
    { cosmos: addressOn('cosmos'), osmo: addressOn('osmo') },
  )

  await page.goto(server.url)
  await page.getByTestId('connect-button').click()
  await page.getByRole('dialog').getByRole('button', { name: /Keplr/ }).click()
  await expect(page.getByTestId('status')).toHaveText('connected')
  await expect(page.getByTestId('address')).toHaveText(addressOn('cosmos'))

  await page.getByTestId('sign').click()
  await expect(page.getByTestId('signature')).toHaveText(/^[A-Za-z0-9+/]{86}==$/)
  const signature = base64.decode((await page.getByTestId('signature').textContent()) as string)
  expect(secp256k1.verify(signature, document(addressOn('cosmos'), 'Hello'), publicKey)).toBe(true)

  await page.getByTestId('switch').click()
  await expect(page.getByTestId('address')).toHaveText(addressOn('osmo'))
  await page.reload()
  await expect(page.getByTestId('address')).toHaveText(addressOn('osmo'))

  // Views of two strangers: one in a slot of the shell, one as a tab of the account.
  await page.getByTestId('account-button').click()
  const account = page.getByRole('dialog')
  await expect(account.getByTestId('example-account-name')).toHaveText('Test key')
  await expect(account).toContainText(addressOn('cosmos'))
  await page.keyboard.press('Escape')
  await page.getByTestId('disconnect').click()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  expect(problems).toEqual([])
  await server.stop()
})
