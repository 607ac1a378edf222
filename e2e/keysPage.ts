import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EvmStack } from '@latchkey/devstack/evm'
import type { Page } from '@playwright/test'
import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** What the window does with the next request. */
export type KeysAnswer = 'approve' | 'reject' | 'close' | 'hang' | 'neverLoad'

/**
 * Stands in for the window of Base Account: speaks the documented messages of Coinbase's SDK, with its key agreement and
 * encryption, over an account of the local chain.
 */
export async function startKeysPage(stack: EvmStack) {
  const [key] = stack.accounts.slice(-4)
  if (!key) throw new Error('The chain has too few accounts.')
  const account = privateKeyToAccount(key.privateKey)
  const client = createWalletClient({ chain: stack.chain, transport: http(stack.url), account })
  const control: { answer: KeysAnswer } = { answer: 'approve' }
  const asked: { method: string; preference?: unknown }[] = []

  async function answer(method: string, params: readonly never[]): Promise<unknown> {
    if (method === 'eth_requestAccounts') return [account.address]
    if (method === 'personal_sign')
      return account.signMessage({ message: { raw: params[0] as unknown as Hex } })
    if (method === 'wallet_switchEthereumChain') return null
    if (method === 'eth_sendTransaction') return client.sendTransaction(params[0] as never)
    throw new Error(`Unknown method ${method}`)
  }

  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(control.answer === 'neverLoad' ? '' : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/connect`,
    address: account.address,
    control,
    asked,
    async attach(app: Page) {
      await app.context().exposeFunction('answerAsKeys', async (method: string, params: readonly never[]) => {
        asked.push({ method })
        if (control.answer === 'close') return { close: true }
        if (control.answer === 'hang') return new Promise(() => {})
        if (control.answer === 'reject')
          return { error: { code: 4001, message: 'User rejected the request' } }
        return { value: await answer(method, params) }
      })
      await app.context().exposeFunction('noteConfiguration', (preference: unknown) => {
        asked.push({ method: 'configuration', preference })
      })
      await app.context().exposeFunction('chainsOfKeys', () => ({ [stack.chainId]: stack.url }))
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const page = `<!doctype html><meta charset="utf-8"><title>Keys</title><h1>Keys</h1>
<script type="module">
const app = new URLSearchParams(location.search).get('origin')
const curve = { name: 'ECDH', namedCurve: 'P-256' }
// One key for all of its windows, as the app keeps what it agreed on with the first.
const kept = localStorage.getItem('key')
const own = kept ? await importOwn(JSON.parse(kept)) : await crypto.subtle.generateKey(curve, true, ['deriveKey'])
async function importOwn(pair) {
  const read = (key, uses) => crypto.subtle.importKey('jwk', key, curve, true, uses)
  return { publicKey: await read(pair.publicKey, []), privateKey: await read(pair.privateKey, ['deriveKey']) }
}
const write = (key) => crypto.subtle.exportKey('jwk', key)
localStorage.setItem('key', JSON.stringify({ publicKey: await write(own.publicKey), privateKey: await write(own.privateKey) }))
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16))
const sender = hex(await crypto.subtle.exportKey('spki', own.publicKey))
const tell = (message) => opener.postMessage(message, app)
async function secretWith(peer) {
  const key = await crypto.subtle.importKey('spki', bytes(peer), curve, true, [])
  return crypto.subtle.deriveKey({ name: 'ECDH', public: key }, own.privateKey, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
async function reply(request, result) {
  const secret = await secretWith(request.sender)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = JSON.stringify({ result, data: { chains: await window.chainsOfKeys() } })
  const cipherText = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, new TextEncoder().encode(text))
  tell({ id: crypto.randomUUID(), requestId: request.id, sender, content: { encrypted: { iv, cipherText } }, timestamp: new Date() })
}
addEventListener('message', async ({ origin, data, source }) => {
  if (origin !== app || source !== opener) return
  if (data.data?.preference) await window.noteConfiguration(data.data.preference)
  if (data.event === 'selectSignerType') return tell({ id: crypto.randomUUID(), requestId: data.id, data: 'scw' })
  if (!data.content) return
  let action = data.content.handshake
  if (!action) {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: data.content.encrypted.iv }, await secretWith(data.sender), data.content.encrypted.cipherText)
    action = JSON.parse(new TextDecoder().decode(plain)).action
  }
  const result = await window.answerAsKeys(action.method, action.params)
  if (result.close) return close()
  await reply(data, result)
  tell({ id: crypto.randomUUID(), event: 'PopupUnload' })
  close()
})
tell({ id: crypto.randomUUID(), event: 'PopupLoaded' })
</script>`
