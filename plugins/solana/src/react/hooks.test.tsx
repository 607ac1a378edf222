// The hooks on a page, over a wallet of the Wallet Standard with real keys.
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Networks, Session } from '@latchkey/kernel/wallet'
import { createSolanaTestWallet } from '@latchkey/testkit/solana'
import { useAccount } from '@latchkey/ui-react'
import { drawHook } from '@latchkey/ui-react/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { address, createSignableMessage, getBase58Encoder } from '@solana/kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { solana, solanaDevnet, solanaMainnet } from '../index.js'
import * as entry from './index.js'
import { useKitSigner } from './useKitSigner.js'
import { useSolanaRpc } from './useSolanaRpc.js'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.unstubAllGlobals()
})

async function drawn<T>(useIt: () => T, without: readonly string[] = []) {
  const { wallet, control, register } = createSolanaTestWallet({
    chains: [
      { chain: 'solana:mainnet', rpcUrl: 'https://node.example' },
      { chain: 'solana:devnet', rpcUrl: 'https://node.example' },
    ],
    without,
  })
  const rpcUrls = {
    [solanaMainnet.id]: ['https://first.example/', 'https://second.example/'],
    [solanaDevnet.id]: 'https://dev.example/',
  }
  const kernel = createKernel([solana({ networks: [solanaMainnet, solanaDevnet], rpcUrls })], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  const { seen, now, unmount } = drawHook(kernel, useIt)
  stops.push(register(), unmount, () => kernel.dispose())
  await kernel.start()
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0))
  const until = (holds: (value: T) => void) => vi.waitFor(() => holds(now()), 20_000)
  return { kernel, wallet, control, seen, until, now }
}

async function connect(kernel: Kernel) {
  await vi.waitFor(() => expect(kernel.list(Connector)).toHaveLength(1))
  await kernel.get(Session).connect({ connectorId: kernel.list(Connector)[0]!.id })
}

it('exports these names and no others', () => {
  expect(Object.keys(entry).sort()).toEqual(['useKitSigner', 'useSolanaRpc'])
})

const useBoth = () => ({ ...useKitSigner(), shown: useAccount({ namespace: 'solana' }).address })

describe('useKitSigner', () => {
  it('is kit’s signer of the connected account', async () => {
    const { kernel, now, until } = await drawn(useBoth)
    expect(now()).toMatchObject({ status: 'disconnected', signer: undefined, error: undefined })
    await connect(kernel)
    await until(({ status }) => expect(status).toBe('success'))
    const { signer, shown } = now()
    expect(signer?.address).toBe(shown)
    const [signed] = (await signer?.modifyAndSignMessages([createSignableMessage('Hello')])) ?? []
    const key = Uint8Array.from(getBase58Encoder().encode(address(shown!)))
    expect(ed25519.verify(signed!.signatures[signer!.address]!, new TextEncoder().encode('Hello'), key)).toBe(
      true,
    )
  })

  it('is never the signer of another account or network than the one that is shown', async () => {
    const { kernel, control, seen, until, now } = await drawn(useBoth)
    await connect(kernel)
    await until(({ signer }) => expect(signer).toBeDefined())
    const first = now().signer!
    const others = createSolanaTestWallet({ permitted: true, exposeAllAccounts: true }).wallet.accounts
    const other = others.find((account) => account.address !== first.address)!.address
    control.switchAccount(other)
    await until(({ signer }) => expect(signer?.address).toBe(other))

    const onMainnet = now().signer
    await kernel.get(Networks).switch(solanaDevnet.id)
    await until(({ signer }) => expect(signer && signer !== onMainnet).toBe(true))
    await kernel.get(Session).disconnect()
    await until(({ status }) => expect(status).toBe('disconnected'))
    expect(seen.filter(({ signer, shown }) => signer && signer.address !== shown)).toEqual([])
  })
})

describe('useSolanaRpc', () => {
  /** Nodes that return a slot, except for those that are down. Returns the nodes that were asked. */
  function nodes(down: readonly string[] = []) {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
      const request = new Request(input, init)
      asked.push(request.url)
      if (down.includes(request.url)) return new Response('Busy', { status: 503 })
      const { id } = (await request.json()) as { id: string }
      return Response.json({ jsonrpc: '2.0', id, result: 42 })
    })
    return asked
  }

  it('asks the app’s own endpoints, without a wallet, and the next when one fails', async () => {
    const asked = nodes(['https://first.example/'])
    const { now, until } = await drawn(() => useSolanaRpc())
    await until(({ status }) => expect(status).toBe('success'))
    expect(await now().rpc?.getSlot().send()).toBe(42n)
    expect(await now().rpc?.getSlot().send()).toBe(42n)
    expect(asked).toEqual(['https://first.example/', 'https://second.example/', 'https://second.example/'])
  })

  it('tells what the last one said when all of them fail', async () => {
    nodes(['https://first.example/', 'https://second.example/'])
    const { now, until } = await drawn(() => useSolanaRpc())
    await until(({ status }) => expect(status).toBe('success'))
    await expect(now().rpc?.getSlot().send()).rejects.toThrow('503')
  })

  it('follows the wallet’s network', async () => {
    const asked = nodes()
    const { kernel, now, until } = await drawn(() => useSolanaRpc())
    await connect(kernel)
    await until(({ status }) => expect(status).toBe('success'))
    const before = now().rpc
    await kernel.get(Networks).switch(solanaDevnet.id)
    await until(({ rpc }) => expect(rpc && rpc !== before).toBe(true))
    await now().rpc?.getSlot().send()
    expect(asked).toEqual(['https://dev.example/'])
  })

  it('is of the network that is named, and says when the app does not list it', async () => {
    const asked = nodes()
    const { now, until } = await drawn(() => ({
      named: useSolanaRpc({ networkId: solanaDevnet.id }),
      unknown: useSolanaRpc({ networkId: 'solana:unknown' }),
    }))
    await until(({ named }) => expect(named.status).toBe('success'))
    await until(({ unknown }) => expect(unknown.error?.code).toBe('NETWORK_NOT_FOUND'))
    await now().named.rpc?.getSlot().send()
    expect(asked).toEqual(['https://dev.example/'])
  })
})
