// Through the client of wallet data, to the reference server of the contract.
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData, type WalletData } from '@latchkey/service-wallet-data'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { event } from '@latchkey/kernel/plugin'
import { AnalyticsSink, walletData } from '@latchkey/plugin-wallet-data'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Analytics, analytics } from './index.js'

/** Waits as long as a busy machine may need. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000 })

const Clicked = event<undefined>('CLICK_NETWORKS')

let stack: EvmStack
let open: WalletData
let closed: WalletData
let kernel: Kernel | undefined
beforeAll(async () => {
  stack = await startEvm()
  const nodes = [{ namespace: 'eip155', url: stack.url }] as const
  open = await startWalletData({ ...localMarket, nodes })
  closed = await startWalletData({ ...localMarket, nodes, analyticsOrigins: ['https://app.example'] })
}, 120_000)
afterEach(() => kernel?.dispose())
afterAll(async () => {
  await open?.stop()
  await closed?.stop()
  await stack?.stop()
}, 120_000)

async function start(url: string) {
  kernel = createKernel([walletData({ url, projectId: 'test', analytics: true }), analytics()], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  const send = vi.spyOn(kernel.get(AnalyticsSink), 'send')
  await kernel.start()
  kernel.events.emit(Clicked, undefined)
  const service = kernel.get(Analytics)
  await until(async () => {
    await service.flush()
    expect(send).toHaveBeenCalled()
  })
  return { service, outcomes: () => Promise.allSettled(send.mock.results.map(({ value }) => value)) }
}

it('is taken by the reference server, in the form of the contract', async () => {
  const { outcomes, service } = await start(open.url)
  // Whatever the server does not take, the client rejects.
  expect((await outcomes()).map(({ status }) => status)).toEqual(['fulfilled'])
  expect(service.status).toBe('on')
})

it('stops where the origin may not send', async () => {
  const { outcomes, service } = await start(closed.url)
  expect(await outcomes()).toMatchObject([{ status: 'rejected', reason: { status: 403 } }])
  await until(() => expect(service.status).toBe('refused'))
  expect(service.error).toMatchObject({ code: 'ANALYTICS_FORBIDDEN' })
})
