// The wallet as a dapp meets it that knows only the standards: announced by EIP-6963 in a page of its own, over the real
// frame, service and node.
import type { FrameLocator, Page } from 'playwright'
import { getAddress, type Hex, hashTypedData, parseEther, recoverAddress, recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { safeMethods } from '@latchkey/plugin-email-auth/protocol'
import type { EvmStack } from '../../../../devstack/src/evm/index.js'
import { type DappPage, openDappPage } from '../../test/dappPage.js'
import { press } from '../../test/openWalletPage.js'
import type { TestService } from '../../test/startService.js'

let running: TestService
let node: EvmStack
let url: string
let logIn: DappPage['logIn']
let page: Page
let frame: FrameLocator
let address: Hex
/** As dapps are told of it. */
const own = () => address.toLowerCase()

/** How a request of the dapp ended, with what it sees of an error. */
interface Ending {
  readonly value?: any
  readonly name?: string
  readonly code?: number
  readonly message?: string
  readonly isError?: boolean
}
const email = 'dapp@example.com'
const otherChain = 10

const request = (method: string, params?: unknown): Promise<Ending> =>
  page.evaluate(
    ({ method, params }) =>
      (globalThis as any).dapp.provider.request(params === undefined ? { method } : { method, params }).then(
        (value: unknown) => ({ value }),
        (error: any) => ({
          name: error.name,
          code: error.code,
          message: error.message,
          isError: error instanceof Error,
        }),
      ),
    { method, params },
  )
const heard = (): Promise<[string, any][]> => page.evaluate(() => (globalThis as any).dapp.heard.splice(0))

let stop: (() => Promise<void>) | undefined
beforeAll(async () => {
  const opened = await openDappPage({
    dapp: `
      export { BrowserProvider, parseEther } from 'ethers'
      export { createWalletClient, custom } from 'viem'`,
    chains: ({ chainId }) => [chainId, otherChain],
  })
  stop = opened.stop
  ;({ page, frame, node, running, logIn, url } = opened)
  await opened.open()
}, 120_000)

afterAll(async () => {
  await stop?.()
  expect(running.faults).toEqual([])
})

/** Asks, and decides as the person. */
async function decide(method: string, params: unknown, button: string): Promise<Ending> {
  const asked = request(method, params)
  await press(frame, button)
  return asked
}

describe('before a login', () => {
  test.each([
    ['eth_accounts', undefined, []],
    ['eth_chainId', undefined, '0x7a69'],
    ['net_version', undefined, '31337'],
    ['wallet_getPermissions', undefined, []],
    ['eth_getBalance', [`0x${'1'.repeat(40)}`, 'latest'], '0x0'],
  ])('%s is answered without a login', async (method, params, value) => {
    expect(await request(method, params)).toEqual({ value })
  })

  test.each([
    ['personal_sign', ['0x00', `0x${'1'.repeat(40)}`], 4100],
    ['wallet_switchEthereumChain', [{ chainId: '0xa' }], 4100],
    ['wallet_getCapabilities', [`0x${'1'.repeat(40)}`], 4100],
    ['eth_sign', [], 4200],
    ['eth_getBalance', ['nobody'], -32602],
  ])('%s is refused with the number %s says', async (method, params, code) => {
    expect(await request(method, params)).toMatchObject({ name: 'ProviderRpcError', code, isError: true })
  })

  test('the object is announced as EIP-6963 has it, and apps may put fields of their own on it', async () => {
    const told = await page.evaluate(() => {
      const { info, provider } = (globalThis as any).dapp
      ;('use strict')
      provider.autoRefreshOnNetworkChange = false
      const { request } = provider
      let isReplaced = true
      try {
        Object.defineProperty(provider, 'request', { value: () => 'stolen' })
      } catch {
        isReplaced = provider.request !== request
      }
      return { info, isReplaced, isChained: provider.on('message', () => undefined) === provider }
    })
    expect(told).toMatchObject({ isReplaced: false, isChained: true })
    expect(told.info).toMatchObject({ name: 'Email wallet', rdns: 'dev.latchkey.email' })
    expect(told.info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('after eth_requestAccounts', () => {
  beforeAll(async () => {
    const accounts = request('eth_requestAccounts')
    await logIn(email)
    const { value } = await accounts
    address = getAddress(value[0])
    expect(value).toEqual([own()])
    await node.setBalance(address, parseEther('10'))
  }, 60_000)

  test('the account is there, with connect before accountsChanged', async () => {
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(await heard()).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [own()]],
    ])
  })

  const permission = () => [
    {
      invoker: url,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [own()] }],
    },
  ]
  test('permissions have the shapes of EIP-2255', async () => {
    expect(await request('wallet_getPermissions')).toEqual({ value: permission() })
    expect(await request('wallet_requestPermissions', [{ eth_accounts: {} }])).toEqual({
      value: permission(),
    })
    for (const params of [[], [{}], [{ eth_accounts: {}, other: {} }], [{ snap: {} }], 'x', [null]])
      expect(await request('wallet_requestPermissions', params)).toMatchObject({ code: -32602 })
  })

  test.each([
    ['eth_accounts', undefined, () => [own()]],
    ['eth_requestAccounts', undefined, () => [own()]],
    ['eth_chainId', [], () => '0x7a69'],
    ['net_version', [], () => '31337'],
    ['wallet_switchEthereumChain', [{ chainId: '0x7a69' }], () => null],
  ])('%s is answered at once', async (method, params, value) => {
    expect(await request(method, params)).toEqual({ value: value() })
  })

  describe('every safe method', () => {
    const block = '0x1'
    const zero = `0x${'0'.repeat(64)}`
    const params: Record<string, () => unknown[]> = {
      eth_call: () => [{ to: node.tokens.usd.address, data: '0x313ce567' }, 'latest'],
      eth_estimateGas: () => [{ from: address, to: address, value: '0x0' }],
      eth_feeHistory: () => ['0x1', 'latest', []],
      eth_getAccount: () => [address, 'latest'],
      eth_getBalance: () => [address, 'latest'],
      eth_getBlockByHash: () => [zero, false],
      eth_getBlockByNumber: () => [block, false],
      eth_getBlockReceipts: () => [block],
      eth_getBlockTransactionCountByHash: () => [zero],
      eth_getBlockTransactionCountByNumber: () => [block],
      eth_getCode: () => [node.tokens.usd.address, 'latest'],
      eth_getFilterChanges: () => ['0xdead'],
      eth_getFilterLogs: () => ['0xdead'],
      eth_getLogs: () => [{ fromBlock: block, toBlock: block }],
      eth_getProof: () => [address, [], 'latest'],
      eth_getStorageAt: () => [node.tokens.usd.address, '0x0', 'latest'],
      eth_getTransactionByBlockHashAndIndex: () => [zero, '0x0'],
      eth_getTransactionByBlockNumberAndIndex: () => [block, '0x0'],
      eth_getTransactionByHash: () => [zero],
      eth_getTransactionCount: () => [address, 'latest'],
      eth_getTransactionReceipt: () => [zero],
      eth_getUncleCountByBlockHash: () => [zero],
      eth_getUncleCountByBlockNumber: () => [block],
      eth_newFilter: () => [{}],
      eth_sendRawTransaction: () => ['0x00'],
      eth_uninstallFilter: () => ['0xdead'],
      eth_getUserOperationReceipt: () => [zero],
      eth_estimateUserOperationGas: () => [{}, address],
      eth_getUserOperationByHash: () => [zero],
      wallet_getAssets: () => [{ account: address }],
    }
    /** Answered by the wallet, not by a node. */
    const answeredHere = [
      'eth_accounts',
      'eth_chainId',
      'wallet_getCapabilities',
      'wallet_getCallsStatus',
      'personal_ecRecover',
      'wallet_getGrantedExecutionPermissions',
      'wallet_getSupportedExecutionPermissions',
    ]
    /** Each makes a new one. */
    const makes = ['eth_newBlockFilter', 'eth_newFilter', 'eth_newPendingTransactionFilter']
    test.each(safeMethods.filter((method) => !answeredHere.includes(method)))(
      '%s has the node’s own answer, and nobody is asked',
      async (method) => {
        const asked = params[method]?.() ?? []
        const response = await fetch(node.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: asked }),
        })
        const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number } }
        const answered = await request(method, asked)
        if (error) expect(answered).toMatchObject({ code: error.code, isError: true })
        else if (makes.includes(method)) expect(answered.value).toMatch(/^0x/)
        else expect(answered).toEqual({ value: result })
        expect(await page.evaluate(() => (globalThis as any).dapp.navigation.state.open)).toBe(false)
      },
    )
  })

  test('wallet_getCapabilities tells what the account can and can’t do, for the app’s chains only', async () => {
    const unsupported = { atomic: { status: 'unsupported' } }
    expect(await request('wallet_getCapabilities', [address])).toEqual({
      value: { '0x7a69': { atomic: { status: 'ready' } }, '0xa': unsupported },
    })
    expect(await request('wallet_getCapabilities', [address, ['0xa', '0x89']])).toEqual({
      value: { '0xa': unsupported },
    })
    expect(await request('wallet_getCapabilities', [`0x${'1'.repeat(40)}`])).toMatchObject({ code: 4100 })
    expect(await request('wallet_getCapabilities', ['me'])).toMatchObject({ code: -32602 })
    expect(await request('wallet_getCallsStatus', ['0x00'])).toMatchObject({ code: 5730 })
    expect(await request('wallet_showCallsStatus', ['0x00'])).toMatchObject({ code: 5730 })
  })

  const typed = {
    domain: { name: 'Test', chainId: 31337 },
    types: { Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail',
    message: { text: 'hi' },
  } as const
  test('what signs is signed once the person agreed', async () => {
    const text = 'Grüße'
    const signed = await decide('personal_sign', [text, address.toLowerCase(), 'password'], 'Sign')
    expect(await recoverMessageAddress({ message: text, signature: signed.value })).toBe(address)
    expect(await request('personal_ecRecover', [text, signed.value])).toEqual({ value: own() })
    for (const method of ['eth_signTypedData_v3', 'eth_signTypedData_v4']) {
      const { value } = await decide(method, [address, JSON.stringify(typed)], 'Sign')
      expect(await recoverAddress({ hash: hashTypedData(typed), signature: value })).toBe(address)
    }
    const asked = { from: address, to: `0x${'3'.repeat(40)}`, value: '0x5', gasPrice: '0x77359400' }
    const { value: hash } = await decide('eth_sendTransaction', [asked], 'Send')
    const sent = await node.client.waitForTransactionReceipt({ hash })
    expect(sent).toMatchObject({ status: 'success', type: 'legacy' })
    expect(await heard()).toEqual([])
  })

  test('who asks and the network are told by the names of the app, marked as its word, and then as known', async () => {
    const sent = { from: undefined, to: `0x${'1'.repeat(40)}`, value: '0x1' }
    const refused = request('eth_sendTransaction', [sent])
    const lines = frame.locator('dl')
    await lines.getByText('Chain 31337').waitFor()
    expect(await lines.textContent()).toContain('31337, named by this site')
    expect(await lines.textContent()).toContain('You’ve approved it before.')
    expect(await lines.textContent()).toContain('0.000000000000000001 ETH')
    await press(frame, 'Decline')
    expect(await refused).toMatchObject({ code: 4001 })
  })

  test('the balance is read again after what the person agreed to, and nobody asked for it', async () => {
    const shown = () =>
      page.evaluate(
        (own) => (globalThis as any).dapp.balances.get('eip155:31337', own)?.amount?.value?.toString(),
        address,
      )
    await node.setBalance(address, parseEther('7'))
    await decide('personal_sign', ['0x00', address], 'Sign')
    await expect.poll(shown, { timeout: 30_000 }).toBe(parseEther('7').toString())
    await decide('eth_sendTransaction', [{ from: address, to: `0x${'3'.repeat(40)}`, value: '0x5' }], 'Send')
    await expect
      .poll(async () => BigInt((await shown()) ?? 0) < parseEther('7'), { timeout: 30_000 })
      .toBe(true)
  })

  test('what is declined or closed has the number 4001', async () => {
    expect(await decide('personal_sign', ['0x00', address], 'Decline')).toMatchObject({
      name: 'ProviderRpcError',
      code: 4001,
      isError: true,
    })
    const closed = request('eth_sendTransaction', [{ from: address, to: address }])
    await frame.getByRole('button', { name: 'Send' }).waitFor()
    await page.evaluate(() => (globalThis as any).dapp.navigation.close())
    expect(await closed).toMatchObject({ code: 4001 })
  })

  test('what the person agreed to is told as it is, although the modal is closed before the node answers', async () => {
    const sending = request('eth_sendTransaction', [{ from: address, to: address, value: '0x1' }])
    await press(frame, 'Send')
    await page.waitForFunction(() => (globalThis as any).dapp.auth.state.frameView === null)
    await page.evaluate(() => (globalThis as any).dapp.navigation.close())
    const { value: hash } = await sending
    expect(await node.client.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  })

  test('what is asked right after a refusal isn’t refused with it', async () => {
    expect(await request('eth_sign', [])).toMatchObject({ code: 4200 })
    const { value } = await decide('personal_sign', ['0x00', address], 'Sign')
    expect(await recoverMessageAddress({ message: { raw: '0x00' }, signature: value })).toBe(address)
    await page.evaluate(() => (globalThis as any).dapp.navigation.close())
  })

  test('calls are sent and followed by EIP-5792', async () => {
    const calls = [1, 2].map((value) => ({ to: `0x${'4'.repeat(40)}`, value: `0x${value}` }))
    const asked = { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: false, calls }
    expect(await decide('wallet_sendCalls', [{ ...asked, atomicRequired: true }], 'Decline')).toMatchObject({
      code: 5750,
    })
    expect(await request('wallet_sendCalls', [{ ...asked, chainId: '0x89' }])).toMatchObject({ code: 5710 })
    expect(
      await request('wallet_sendCalls', [{ ...asked, capabilities: { paymasterService: {} } }]),
    ).toMatchObject({ code: 5700 })
    const { value } = await decide('wallet_sendCalls', [asked], 'Send')
    await expect
      .poll(async () => (await request('wallet_getCallsStatus', [value.id])).value?.status, {
        timeout: 30_000,
      })
      .toBe(200)
    expect(await node.balanceOf(`0x${'4'.repeat(40)}`)).toBe(3n)
    expect(await request('wallet_showCallsStatus', [value.id])).toEqual({ value: null })
    await page.evaluate(() => (globalThis as any).dapp.navigation.close())
  })

  test('switching tells chainChanged once, and a network that the app does not list is unknown', async () => {
    expect(await request('wallet_switchEthereumChain', [{ chainId: '0xa' }])).toEqual({ value: null })
    expect(await request('eth_chainId')).toEqual({ value: '0xa' })
    expect(await request('net_version')).toEqual({ value: '10' })
    expect(await heard()).toEqual([['chainChanged', '0xa']])
    // The frame knows 137, the app doesn't list it; nobody knows the other.
    for (const chainId of ['0x89', '0x539'])
      expect(await request('wallet_switchEthereumChain', [{ chainId }])).toMatchObject({ code: 4902 })
    for (const params of [[], [{}], [{ chainId: 137 }], [{ chainId: '137' }], [{ chainId: '0x' }], undefined])
      expect(await request('wallet_switchEthereumChain', params)).toMatchObject({ code: -32602 })
    expect(await request('eth_signTypedData_v4', [address, typed])).toMatchObject({ code: -32602 })
    await request('wallet_switchEthereumChain', [{ chainId: '0x7A69' }])
    expect(await heard()).toEqual([['chainChanged', '0x7a69']])
  })

  test('a network that the app lists is there already, and no other can be added', async () => {
    const other = { chainId: '0x539', chainName: 'Other', rpcUrls: ['https://node.example'] }
    expect(await request('wallet_addEthereumChain', [{ ...other, chainId: '0xa' }])).toEqual({ value: null })
    expect(await request('eth_chainId')).toEqual({ value: '0x7a69' })
    expect(await request('wallet_addEthereumChain', [other])).toMatchObject({ code: 4200 })
    for (const params of [[], [{}], [{ ...other, chainId: 10 }], { chainId: '0xa' }, undefined])
      expect(await request('wallet_addEthereumChain', params)).toMatchObject({ code: -32602 })
  })

  test('a token is refused where the app keeps none, before anybody is asked', async () => {
    const asked = { type: 'ERC20', options: { address: node.tokens.usd.address } }
    expect(await request('wallet_watchAsset', asked)).toMatchObject({
      code: 4200,
      message: expect.stringContaining('can’t add tokens'),
    })
  })

  test.each([
    ['personal_sign', ['hi', `0x${'1'.repeat(40)}`], 4100],
    ['personal_sign', [], -32602],
    ['eth_signTypedData_v4', [address, 'no json'], -32602],
    ['eth_sendTransaction', [{ to: 'me' }], -32602],
    ['eth_call', 'latest', -32602],
    ['eth_sendUserOperation', [{}, `0x${'1'.repeat(40)}`], 4200],
    ['wallet_grantPermissions', [{}], 4200],
    ['wallet_revokePermissions', [{ other: {} }], 4200],
  ])('%s with parameters it can’t have is refused', async (method, params, code) => {
    const known = JSON.parse(JSON.stringify(params, (_, value) => (value === undefined ? address : value)))
    expect(await request(method, known)).toMatchObject({ name: 'ProviderRpcError', code, isError: true })
  })

  test('what is no request at all has the number -32600', async () => {
    for (const given of [null, undefined, 'eth_accounts', {}, { method: 1 }, { method: '' }]) {
      const code = await page.evaluate(
        (asked) => (globalThis as any).dapp.provider.request(asked).catch((error: any) => error.code),
        given,
      )
      expect(code).toBe(-32600)
    }
  })

  test.each([
    'eth_sign',
    'eth_signTypedData',
    'eth_signTypedData_v1',
    'eth_getEncryptionPublicKey',
    'eth_decrypt',
    'eth_signTransaction',
    'eth_subscribe',
    'wallet_exportKey',
    'anvil_setBalance',
    'evm_mine',
    'constructor',
  ])('%s is refused with 4200', async (method) => {
    expect(await request(method, [])).toMatchObject({ name: 'ProviderRpcError', code: 4200, isError: true })
  })

  test('ethers 6 and viem sign and send with it', async () => {
    const withEthers = page.evaluate(
      async (to) => {
        const { BrowserProvider } = (globalThis as any).latchkey
        const signer = await new BrowserProvider((globalThis as any).dapp.provider).getSigner()
        const signature = await signer.signMessage('hi')
        const sent = await signer.sendTransaction({ to, value: 7n })
        return { signature, status: (await sent.wait()).status }
      },
      `0x${'5'.repeat(40)}`,
    )
    await press(frame, 'Sign')
    await press(frame, 'Send')
    const { signature, status } = await withEthers
    expect(status).toBe(1)
    expect(await recoverMessageAddress({ message: 'hi', signature })).toBe(address)
    const withViem = page.evaluate(
      async ({ account, typed }) => {
        const { createWalletClient, custom } = (globalThis as any).latchkey
        const client = createWalletClient({ account, transport: custom((globalThis as any).dapp.provider) })
        const declined = await client.signMessage({ message: 'no' }).catch((error: any) => error.walk().name)
        return { declined, signature: await client.signTypedData(typed) }
      },
      { account: address, typed },
    )
    await press(frame, 'Decline')
    await press(frame, 'Sign')
    const answered = await withViem
    expect(answered.declined).toBe('ProviderRpcError')
    expect(await recoverAddress({ hash: hashTypedData(typed), signature: answered.signature })).toBe(address)
  })

  test('giving the permission back logs out, and says so', async () => {
    await heard()
    expect(await request('wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({ value: null })
    expect(await heard()).toEqual([
      ['accountsChanged', []],
      ['disconnect', { code: 4900 }],
    ])
    expect(await request('eth_accounts')).toEqual({ value: [] })
    expect(await request('wallet_getPermissions')).toEqual({ value: [] })
    expect(await request('personal_sign', ['0x00', address])).toMatchObject({ code: 4100 })
  })
})
