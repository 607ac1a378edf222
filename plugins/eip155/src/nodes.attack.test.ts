// A node that answers any method with anything, under a connected wallet. What the person wants to pay is shown as asked
// for or not at all, in time; the wallet is asked nothing before the press, and one thing after it.
import { setMaxListeners } from 'node:events'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, isKernelError, Namespace } from '@latchkey/kernel/plugin'
import { findCapability, Send } from '@latchkey/kernel/contracts'
import { NativeBalances, Session } from '@latchkey/kernel/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mainnet } from 'viem/chains'
import { expectUndecided, settle, watchFaults } from '../../../kernel/test/attack.js'
import { soundNode as sound } from '../test/soundNode.js'
import { startServer, type TestServer } from '../test/support.js'
import { eip155 } from './eip155.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const receiver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const info = { uuid: 'b0b0b0b0-0000-4000-8000-000000000000', name: 'Sound', icon: '', rdns: 'dev.sound' }
const amount = 10n ** 18n

const most = `0x${'f'.repeat(64)}`
/** What stands in the answer in place of a sound result, as the text of its JSON. */
const lies: readonly (readonly [name: string, text: string])[] = [
  ['nothing', 'null'],
  ['a text', '"rubbish"'],
  ['an empty text', '""'],
  ['a negative number', '"-0x1"'],
  ['more than there is', `"${most}"`],
  ['a number that is no text', '1e999'],
  ['an empty object', '{}'],
  ['a list in a list', '[[[[]]]]'],
  ['its own prototype', '{"__proto__":{"baseFeePerGas":"0x1"},"baseFeePerGas":"0x1","reward":[["0x0"]]}'],
  ['a deep list', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['a megabyte', `"0x${'0'.repeat(1_000_000)}"`],
  ['turned signs', '"\\u202e\\u200b0x1"'],
]

let hostile: { readonly method: string; readonly text: string } | undefined
let server: TestServer
beforeAll(async () => {
  server = await startServer((body, response) => {
    const one = ({ id, method }: { readonly id: number; readonly method: string }) => {
      if (method === hostile?.method) return `{"jsonrpc":"2.0","id":${id},"result":${hostile.text}}`
      const answer = method in sound ? { result: sound[method] } : { error: { code: -32601, message: 'no' } }
      return JSON.stringify({ jsonrpc: '2.0', id, ...answer })
    }
    response.setHeader('content-type', 'application/json')
    response.end(Array.isArray(body) ? `[${body.map(one).join()}]` : one(body as never))
  })
})
afterAll(async () => {
  await server.stop()
  vi.unstubAllGlobals()
})

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  hostile = undefined
  const page = new EventTarget()
  setMaxListeners(0, page)
  vi.stubGlobal('window', page)
  const provider = {
    async request({ method }: { readonly method: string }) {
      asked.push(method)
      if (method === 'eth_chainId') return '0x1'
      if (method.endsWith('ccounts')) return [address]
      if (method === 'eth_sendTransaction') return `0x${'22'.repeat(32)}`
      throw Object.assign(new Error('no such method'), { code: -32601 })
    },
    on() {},
    removeListener() {},
  }
  const tell = () =>
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  page.addEventListener('eip6963:requestProvider', tell)
})

async function connected() {
  const kernel = createKernel([eip155({ networks: [mainnet], rpcUrls: { 1: [server.url] } })], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  await kernel.start()
  const session = kernel.get(Session)
  const connectorId = kernel.list(Connector).find(({ rdns }) => rdns === info.rdns)?.id ?? ''
  await session.connect({ connectorId })
  const account = session.activeAccount('eip155')
  const namespace = kernel.list(Namespace).find(({ id }) => id === 'eip155')
  const send = namespace && findCapability(namespace.capabilities, Send)
  if (!account || !send) throw new Error('The wallet is not connected.')
  return { kernel, session, account, send, provider: session.provider({ namespace: 'eip155' } as never) }
}

/** Its code, or what it is when it has none. */
const codeOf = (error: unknown) =>
  isKernelError(error) ? error.code : String((error as Error).stack ?? error)
const signing = () => asked.filter((method) => /send|sign/i.test(method))

describe.each(Object.keys(sound))('a node that answers %s with', (method) => {
  it.each(lies)('%s moves nothing that was not asked for', async (_, text) => {
    const { faults, stop } = watchFaults()
    const { kernel, session, account, send, provider } = await connected()
    hostile = { method, text }
    await kernel.get(NativeBalances).refresh('eip155:1', account.address)
    const request = { networkId: 'eip155:1', from: account, to: receiver, amount, provider } as const
    const outcome = await send.prepare(request as never).then(
      (prepared) => ({ prepared }),
      (error: unknown) => ({ error }),
    )
    expect(signing()).toEqual([])
    if ('error' in outcome) expect(codeOf(outcome.error)).toMatch(/^[A-Z_]+$/)
    else {
      const { fee, notices, amount: paid, submit } = outcome.prepared
      expect(paid?.value ?? amount).toBe(amount)
      // A fee that is a part of what is paid never stands there without a word.
      if (fee.value > amount / 10n) expect(notices.map(({ severity }) => severity)).toContain('warning')
      const sent = await submit().catch((error: unknown) => void expect(codeOf(error)).toMatch(/^[A-Z_]+$/))
      expect(signing().length).toBeLessThan(2)
      if (sent) await expectUndecided(sent)
    }
    await session.disconnect()
    expect(session.state.connections).toEqual([])
    expect(signing().length).toBeLessThan(2)
    await kernel.dispose()
    await settle()
    stop()
    expect(faults).toEqual([])
  })
})
