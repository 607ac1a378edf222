// A session over the relay in other people's SDKs, as docs/sdks.md shows it.
import { latchkeyConnector } from '@latchkey/plugin-eip155/wagmi'
import { createConfig, disconnect, getAccount, http, signMessage } from '@wagmi/core'
import { type Hex, verifyMessage } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { type Bench, evmChain, startBench } from '../test/startBench.js'

let bench: Bench | undefined
afterEach(() => bench?.stop())

it('makes wagmi sign through the session, and end it', async () => {
  bench = await startBench()
  const { wallet } = bench
  const { kernel, connect, session } = await bench.open()
  const config = createConfig({
    chains: [evmChain(1, 'Ethereum')],
    connectors: [latchkeyConnector(kernel)],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { 1: http() },
  })
  await connect(wallet.pair)
  await vi.waitFor(() => expect(getAccount(config).status).toBe('connected'))
  const { address } = getAccount(config)
  expect(address).toBe(session.activeAccount('eip155')?.address)
  const signature = await signMessage(config, { message: 'Hello' })
  expect(await verifyMessage({ address: address as Hex, message: 'Hello', signature })).toBe(true)
  await disconnect(config)
  expect(session.state.connections).toEqual([])
  expect(getAccount(config).status).toBe('disconnected')
  await expect.poll(() => wallet.sessions).toEqual([])
})
