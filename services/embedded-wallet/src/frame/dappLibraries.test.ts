// Libraries that dapps are built with, and that know the standards only: each finds the wallet by EIP-6963, connects, signs,
// sends, switches, hears about changes, and is connected again after a reload.
import type { Page } from 'playwright'
import { getAddress, type Hex, parseEther, recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DappPage, openDappPage } from '../../test/dappPage.js'
import { press } from '../../test/openWalletPage.js'

const otherChain = 10
let opened: DappPage
let page: Page
beforeAll(async () => {
  opened = await openDappPage({
    dapp: `
      import * as wagmi3 from '@wagmi/core'
      import * as wagmi2 from 'wagmi-core-2'
      import { ethers as ethers5 } from 'ethers5'
      import { defineChain, http } from 'viem'
      import { latchkeyConnector } from '../../plugins/eip155/src/wagmi/latchkeyConnector.js'
      export { latchkeyConnector, wagmi2, wagmi3, ethers5, defineChain, http }`,
    chains: ({ chainId }) => [chainId, otherChain],
    keepsTokens: true,
  })
  page = opened.page
}, 120_000)

afterAll(async () => {
  await opened?.stop()
  expect(opened.running.faults).toEqual([])
})

const to = `0x${'6'.repeat(40)}`

async function forget() {
  await page.evaluate(() => (globalThis as any).dapp.session.disconnect())
}

test.each(['wagmi2', 'wagmi3'])(
  '%s',
  async (library) => {
    const { node, frame } = opened
    await opened.reload()
    /** Starts as an app with wagmi does: with its configuration, and the earlier connection. */
    const start = () =>
      page.evaluate(
        async ({ library, rpcUrl, chains }) => {
          const { [library]: wagmi, defineChain, http } = (globalThis as any).latchkey
          const [first, second] = chains.map((id: number) =>
            defineChain({
              id,
              name: `Chain ${id}`,
              nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
              rpcUrls: { default: { http: [rpcUrl] } },
            }),
          )
          const config = wagmi.createConfig({
            chains: [first, second],
            transports: { [first.id]: http(rpcUrl), [second.id]: http(rpcUrl) },
          })
          Object.assign(globalThis, { config, wagmi })
          await wagmi.reconnect(config)
          const { status, address, chainId } = wagmi.getAccount(config)
          return { status, address, chainId, connectors: config.connectors.map(({ name }: any) => name) }
        },
        { library, rpcUrl: node.url, chains: [node.chainId, otherChain] },
      )
    const account = () =>
      page.evaluate(() => {
        const { config, wagmi } = globalThis as any
        const { status, address, chainId } = wagmi.getAccount(config)
        return { status, address, chainId }
      })
    const run = (call: string, parameters: unknown) =>
      page.evaluate(
        ({ call, parameters }) => {
          const { config, wagmi } = globalThis as any
          return wagmi[call](config, parameters).then(
            (value: unknown) => ({ value }),
            (error: any) => ({ error: error.name, code: error.code ?? error.cause?.code }),
          )
        },
        { call, parameters },
      ) as Promise<{ value?: any; error?: string; code?: number }>

    expect(await start()).toMatchObject({ status: 'disconnected', connectors: ['Email wallet'] })
    const connecting = page.evaluate(async () => {
      const { config, wagmi } = globalThis as any
      const { accounts } = await wagmi.connect(config, { connector: config.connectors[0] })
      return accounts
    })
    await opened.logIn(`${library}@example.com`)
    const [own] = await connecting
    const address = getAddress(own)
    expect(await account()).toEqual({ status: 'connected', address, chainId: node.chainId })
    await node.setBalance(address, parseEther('10'))

    const signing = run('signMessage', { message: 'Hello' })
    await press(frame, 'Sign')
    const { value: signature } = await signing
    expect(await recoverMessageAddress({ message: 'Hello', signature })).toBe(address)
    const declining = run('signMessage', { message: 'Hello' })
    await press(frame, 'Decline')
    expect(await declining).toMatchObject({ error: 'UserRejectedRequestError' })

    const sending = page.evaluate(async (to) => {
      const { config, wagmi } = globalThis as any
      const hash = await wagmi.sendTransaction(config, { to, value: 3n })
      return (await wagmi.waitForTransactionReceipt(config, { hash })).status
    }, to)
    await press(frame, 'Send')
    expect(await sending).toBe('success')

    expect(await run('switchChain', { chainId: otherChain })).toMatchObject({ value: { id: otherChain } })
    await expect.poll(account).toMatchObject({ chainId: otherChain })
    await run('switchChain', { chainId: node.chainId })
    expect(await run('getCapabilities', { chainId: node.chainId })).toMatchObject({
      value: { atomic: { status: 'ready' } },
    })
    expect(
      await run('watchAsset', { type: 'ERC20', options: { address: to, symbol: 'A', decimals: 1 } }),
    ).toMatchObject({ code: -32602 })
    const { usd } = node.tokens
    const watching = run('watchAsset', { type: 'ERC20', options: { ...usd, decimals: usd.decimals } })
    await press(frame, 'Add')
    expect(await watching).toEqual({ value: true })
    const kept: { holder: string }[] = await page.evaluate(() => (globalThis as any).dapp.keptTokens())
    expect(kept.filter(({ holder }) => holder === address)).toEqual([
      {
        ...{ networkId: `eip155:${node.chainId}`, holder: address },
        ...{ address: usd.address, symbol: usd.symbol, decimals: usd.decimals, name: usd.name },
      },
    ])
    const calls = run('sendCalls', { calls: [1, 2].map(() => ({ to })) })
    await press(frame, 'Send')
    const { value: sent } = await calls
    await expect
      .poll(async () => (await run('getCallsStatus', { id: sent.id })).value?.statusCode, { timeout: 30_000 })
      .toBe(200)

    // After a reload, it's connected without a question as soon as it asks.
    await opened.reload()
    expect(await start()).toMatchObject({ status: 'connected', address, chainId: node.chainId })
    // What happens elsewhere on the page reaches it.
    await forget()
    await expect.poll(account).toMatchObject({ status: 'disconnected' })
  },
  120_000,
)

test('wagmi, through the connector that an app with a kernel lists', async () => {
  await opened.reload()
  const start = () =>
    page.evaluate(
      async ({ rpcUrl, chainId }) => {
        const { wagmi3, latchkeyConnector, defineChain, http } = (globalThis as any).latchkey
        const chain = defineChain({
          id: chainId,
          name: 'Chain',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [rpcUrl] } },
        })
        const config = wagmi3.createConfig({
          chains: [chain],
          connectors: [latchkeyConnector((globalThis as any).dapp.kernel)],
          multiInjectedProviderDiscovery: false,
          transports: { [chain.id]: http(rpcUrl) },
        })
        Object.assign(globalThis, { config })
        await wagmi3.reconnect(config)
        return wagmi3.getAccount(config).status
      },
      { rpcUrl: opened.node.url, chainId: opened.node.chainId },
    )
  const account = () =>
    page.evaluate(() => {
      const { config, latchkey } = globalThis as any
      const { status, address, chainId } = latchkey.wagmi3.getAccount(config)
      return { status, address, chainId }
    })
  expect(await start()).toBe('disconnected')
  const connecting = page.evaluate(async () => {
    const { config, latchkey } = globalThis as any
    const [connector] = config.connectors
    return (await latchkey.wagmi3.connect(config, { connector })).accounts[0]
  })
  await opened.logIn('kernel@example.com')
  const address = getAddress(await connecting)
  expect(await account()).toEqual({ status: 'connected', address, chainId: opened.node.chainId })
  const signing = page.evaluate(() => {
    const { config, latchkey } = globalThis as any
    return latchkey.wagmi3.signMessage(config, { message: 'Hello' })
  })
  await press(opened.frame, 'Sign')
  expect(await recoverMessageAddress({ message: 'Hello', signature: await signing })).toBe(address)
  await opened.reload()
  expect(await start()).toBe('connected')
  await forget()
  await expect.poll(account).toMatchObject({ status: 'disconnected' })
}, 120_000)

test('ethers 5', async () => {
  const { frame, node } = opened
  await opened.reload()
  const open = () =>
    page.evaluate(() => {
      const { latchkey, dapp } = globalThis as any
      const ethers = latchkey.ethers5
      Object.assign(globalThis, { web3: new ethers.providers.Web3Provider(dapp.provider, 'any') })
    })
  await open()
  const connecting = page.evaluate(async () => {
    const { web3 } = globalThis as any
    const changes: unknown[] = []
    web3.provider.on('chainChanged', (chainId: string) => changes.push(chainId))
    web3.provider.on('accountsChanged', (accounts: string[]) => changes.push(accounts))
    Object.assign(globalThis, { changes })
    await web3.send('eth_requestAccounts', [])
    return { address: await web3.getSigner().getAddress(), chainId: (await web3.getNetwork()).chainId }
  })
  await opened.logIn('ethers5@example.com')
  const { address, chainId } = await connecting
  expect(chainId).toBe(node.chainId)
  await node.setBalance(address, parseEther('10'))

  const typed = {
    domain: { name: 'Test', chainId: node.chainId },
    types: { Mail: [{ name: 'text', type: 'string' }] },
    message: { text: 'hi' },
  }
  const signing = page.evaluate(async ({ domain, types, message }) => {
    const { web3, latchkey } = globalThis as any
    const signer = web3.getSigner()
    const signature = await signer.signMessage('Hello')
    const signedData = await signer._signTypedData(domain, types, message)
    return {
      signature,
      of: latchkey.ethers5.utils.verifyTypedData(domain, types, message, signedData),
    }
  }, typed)
  await press(frame, 'Sign')
  await press(frame, 'Sign')
  const { signature, of } = await signing
  expect(await recoverMessageAddress({ message: 'Hello', signature: signature as Hex })).toBe(address)
  expect(of).toBe(address)

  const sending = page.evaluate(async (to) => {
    const { web3 } = globalThis as any
    const sent = await web3.getSigner().sendTransaction({ to, value: 5 })
    return (await sent.wait()).status
  }, to)
  await press(frame, 'Send')
  expect(await sending).toBe(1)
  const declining = page.evaluate((to) => {
    const { web3 } = globalThis as any
    return web3
      .getSigner()
      .sendTransaction({ to })
      .catch((error: any) => error.code)
  }, to)
  await press(frame, 'Decline')
  expect(await declining).toBe(4001)

  await page.evaluate(() => (globalThis as any).web3.send('wallet_switchEthereumChain', [{ chainId: '0xa' }]))
  await expect
    .poll(() => page.evaluate(() => (globalThis as any).changes))
    .toEqual([[address.toLowerCase()], '0xa'])

  await opened.reload()
  await open()
  expect(await page.evaluate(() => (globalThis as any).web3.listAccounts())).toEqual([address])
  expect(await page.evaluate(async () => (await (globalThis as any).web3.getNetwork()).chainId)).toBe(
    otherChain,
  )
  await forget()
  expect(await page.evaluate(() => (globalThis as any).web3.listAccounts())).toEqual([])
}, 120_000)
