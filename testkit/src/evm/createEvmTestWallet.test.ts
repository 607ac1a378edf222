import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { encodeFunctionData, erc20Abi, type Hex, numberToHex, parseEther, stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvmTestWallet, type EvmTestWallet, type EvmTestWalletOptions } from './createEvmTestWallet.js'

const ZERO = '0x0000000000000000000000000000000000000000'
let stack: EvmStack
let second: EvmStack

beforeAll(async () => {
  ;[stack, second] = await Promise.all([startEvm(), startEvm({ chainId: 31338 })])
})
afterAll(() => Promise.all([stack.stop(), second.stop()]))

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

function createWallet(options: EvmTestWalletOptions = {}): EvmTestWallet {
  return createEvmTestWallet({
    accounts: stack.accounts.slice(0, 3).map((account) => account.privateKey),
    chains: [
      { chainId: 31337, rpcUrl: stack.url },
      { chainId: 31338, rpcUrl: second.url },
    ],
    ...options,
  })
}

function record(wallet: EvmTestWallet): { event: string; payload: unknown }[] {
  const seen: { event: string; payload: unknown }[] = []
  for (const event of ['accountsChanged', 'chainChanged', 'connect', 'disconnect']) {
    wallet.provider.on(event, (payload: unknown) => seen.push({ event, payload }))
  }
  return seen
}

const ask = (wallet: EvmTestWallet, method: string, params?: unknown): Promise<any> =>
  wallet.provider.request({ method, ...(params === undefined ? {} : { params }) })

describe('accounts and permission', () => {
  it('shows no account before the user allowed it, and the selected one after', async () => {
    const wallet = createWallet()
    const events = record(wallet)
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual([])
    expect(await ask(wallet, 'eth_requestAccounts')).toEqual([stack.accounts[0]!.address])
    expect(await ask(wallet, 'eth_accounts')).toEqual([stack.accounts[0]!.address])
    expect(events).toEqual([{ event: 'accountsChanged', payload: [stack.accounts[0]!.address] }])
  })

  it('remembers permission, account and chain between two loads', async () => {
    const storage = memoryStorage()
    const before = createWallet({ storage })
    await ask(before, 'eth_requestAccounts')
    before.control.switchAccount(stack.accounts[1]!.address)
    await ask(before, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    expect([...storage.items.keys()]).toEqual(['latchkey-test-wallet:dev.latchkey.test-wallet'])

    const after = createWallet({ storage })
    expect(await ask(after, 'eth_accounts')).toEqual([stack.accounts[1]!.address])
    expect(await ask(after, 'eth_chainId')).toBe('0x7a6a')
    await ask(after, 'wallet_revokePermissions', [{ eth_accounts: {} }])
    expect(await ask(createWallet({ storage }), 'eth_accounts')).toEqual([])
    expect(await ask(createWallet({ storage, rdns: 'other.wallet' }), 'eth_accounts')).toEqual([])
  })

  it.each(['not json', '{}', '{"version":1,"permitted":"all","chainId":1}', 'null'])(
    'ignores a spoilt memory: %s',
    async (text) => {
      const storage = memoryStorage()
      storage.setItem('latchkey-test-wallet:dev.latchkey.test-wallet', text)
      const wallet = createWallet({ storage })
      expect(await ask(wallet, 'eth_accounts')).toEqual([])
      expect(await ask(wallet, 'eth_chainId')).toBe('0x7a69')
    },
  )

  it('grants, lists and revokes permission by EIP-2255', async () => {
    const wallet = createWallet({ exposeAllAccounts: true })
    const all = stack.accounts.slice(0, 3).map((account) => account.address)
    const granted = [
      {
        invoker: 'null',
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: all }],
      },
    ]
    expect(await ask(wallet, 'wallet_requestPermissions', [{ eth_accounts: {} }])).toEqual(granted)
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual(granted)
    const events = record(wallet)
    expect(await ask(wallet, 'wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual([])
    expect(events).toEqual([{ event: 'accountsChanged', payload: [] }])
    await expect(ask(wallet, 'wallet_requestPermissions', [{ camera: {} }])).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('puts the selected account first when it shows all', async () => {
    const wallet = createWallet({ exposeAllAccounts: true, permitted: true })
    wallet.control.switchAccount(stack.accounts[2]!.address)
    expect(await ask(wallet, 'eth_accounts')).toEqual(
      [2, 0, 1].map((index) => stack.accounts[index]!.address),
    )
    expect(() => wallet.control.switchAccount(ZERO)).toThrowErrorMatchingInlineSnapshot(
      `[Error: The test wallet holds no key for 0x0000000000000000000000000000000000000000.]`,
    )
  })
})

describe('signing', () => {
  it('signs a message that verifies, whatever order the parameters have', async () => {
    const wallet = createWallet({ permitted: true })
    const address = stack.accounts[0]!.address
    const message = 'Ünïcode, signed'
    const data = stringToHex(message)
    for (const params of [
      [data, address],
      [address, data],
      [message, address.toLowerCase()],
    ]) {
      const signature = await ask(wallet, 'personal_sign', params)
      expect(await stack.client.verifyMessage({ address, message, signature })).toBe(true)
      expect(await stack.client.verifyMessage({ address, message: `${message}.`, signature })).toBe(false)
    }
  })

  const typedData = (chainId: number) => ({
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'contents', type: 'string' },
      ],
    },
    primaryType: 'Mail',
    domain: { name: 'Post', chainId },
    message: { to: ZERO, contents: 'Hello' },
  })

  it('signs typed data that verifies, as text and as an object', async () => {
    const wallet = createWallet({ permitted: true })
    const address = stack.accounts[0]!.address
    for (const payload of [JSON.stringify(typedData(31337)), typedData(31337)]) {
      const signature: Hex = await ask(wallet, 'eth_signTypedData_v4', [address, payload])
      const verify = (data: any) => stack.client.verifyTypedData({ address, signature, ...data })
      expect(await verify(typedData(31337))).toBe(true)
      expect(await verify(typedData(1))).toBe(false)
    }
  })

  it('refuses typed data for another chain, and what is not typed data', async () => {
    const wallet = createWallet({ permitted: true })
    const address = stack.accounts[0]!.address
    for (const payload of [
      JSON.stringify(typedData(1)),
      'hello',
      '{}',
      { ...typedData(31337), message: {} },
    ]) {
      await expect(ask(wallet, 'eth_signTypedData_v4', [address, payload])).rejects.toMatchObject({
        code: -32602,
      })
    }
    expect(
      await ask(wallet, 'eth_signTypedData_v4', [address, JSON.stringify(typedData(1))]).catch(
        (error) => error,
      ),
    ).toMatchInlineSnapshot(
      `[ProviderRpcError: The parameters of eth_signTypedData_v4 are not valid: the domain names chain 1 but the wallet is on chain 31337.]`,
    )
  })

  it('signs for no account that the page may not see', async () => {
    const wallet = createWallet({ permitted: true })
    const other = stack.accounts[1]!.address
    await expect(ask(wallet, 'personal_sign', ['0x00', other])).rejects.toMatchObject({ code: 4100 })
    await expect(
      ask(createWallet(), 'personal_sign', ['0x00', stack.accounts[0]!.address]),
    ).rejects.toMatchObject({ code: 4100 })
  })
})

describe('transactions', () => {
  it('sends native currency that arrives', async () => {
    const wallet = createWallet({ permitted: true })
    const [from, to] = [stack.accounts[0]!.address, stack.accounts[5]!.address]
    const before = await stack.balanceOf(to)
    const hash = await ask(wallet, 'eth_sendTransaction', [
      { from, to, value: numberToHex(parseEther('1.5')) },
    ])
    const receipt = await stack.client.waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', type: 'eip1559', gasUsed: 21_000n })
    expect(await stack.balanceOf(to)).toBe(before + parseEther('1.5'))
  })

  it('calls contracts, and keeps nonces apart when several are sent at once', async () => {
    const wallet = createWallet({ permitted: true })
    const [from, to] = [stack.accounts[0]!.address, stack.accounts[6]!.address]
    const token = stack.tokens.usd.address
    const before = await stack.tokenBalanceOf(token, to)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 7n] })
    const hashes = await Promise.all(
      [1, 2, 3].map(() => ask(wallet, 'eth_sendTransaction', [{ from, to: token, data }])),
    )
    expect(new Set(hashes).size).toBe(3)
    for (const hash of hashes) await stack.client.waitForTransactionReceipt({ hash })
    expect(await stack.tokenBalanceOf(token, to)).toBe(before + 21n)
  })

  it('keeps to a gas price, an access list and a fee cap that the page sets', async () => {
    const wallet = createWallet({ permitted: true })
    const [from, to] = [stack.accounts[0]!.address, stack.accounts[5]!.address]
    const gasPrice = numberToHex(3_000_000_000n)
    const send = async (fields: object) => {
      const hash = await ask(wallet, 'eth_sendTransaction', [{ from, to, value: '0x1', ...fields }])
      await stack.client.waitForTransactionReceipt({ hash })
      return stack.client.getTransaction({ hash })
    }
    expect(await send({ gasPrice })).toMatchObject({ type: 'legacy', gasPrice: 3_000_000_000n })
    expect(await send({ gasPrice, accessList: [] })).toMatchObject({ type: 'eip2930' })
    const capped = await send({
      maxFeePerGas: numberToHex(2_000_000_000n),
      maxPriorityFeePerGas: '0x0',
      gas: '0x7530',
    })
    expect(capped).toMatchObject({ type: 'eip1559', maxFeePerGas: 2_000_000_000n, gas: 30_000n })
  })

  it('passes on why the node refuses a transaction, and can send afterwards', async () => {
    const wallet = createWallet({ permitted: true })
    const from = stack.accounts[0]!.address
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [ZERO, 1n] })
    const error = await ask(wallet, 'eth_sendTransaction', [
      { from, to: stack.tokens.usd.address, data },
    ]).catch((reason) => reason)
    expect(error).toMatchObject({ name: 'ProviderRpcError', code: 3 })
    expect(error.data).toMatch(/^0x[0-9a-f]+$/)
    expect(await ask(wallet, 'eth_sendTransaction', [{ from, to: from, value: '0x0' }])).toMatch(/^0x/)
  })

  it.each([
    ['a decimal amount', { value: '10' }],
    ['a short address', { to: '0x12' }],
    ['another chain', { chainId: '0x1' }],
    ['data and input that differ', { data: '0x01', input: '0x02' }],
    ['a blob transaction', { type: '0x3' }],
    ['an authorization list', { authorizationList: [] }],
  ])('refuses %s', async (_name, fields) => {
    const wallet = createWallet({ permitted: true })
    const from = stack.accounts[0]!.address
    const params = [{ from, to: from, value: '0x0', ...fields }]
    await expect(ask(wallet, 'eth_sendTransaction', params)).rejects.toMatchObject({ code: -32602 })
  })

  it('stays on the chain it asked for when the chain is switched while the user thinks', async () => {
    const wallet = createWallet({ permitted: true, approval: 'ask' })
    const [from, to] = [stack.accounts[0]!.address, '0x00000000000000000000000000000000000000c1'] as const
    const sent = ask(wallet, 'eth_sendTransaction', [{ from, to, value: '0x5' }])
    await wallet.control.waitForPending()
    wallet.control.switchChain(31338)
    wallet.control.approve()
    await stack.client.waitForTransactionReceipt({ hash: await sent })
    expect([await stack.balanceOf(to), await second.balanceOf(to)]).toEqual([5n, 0n])
  })
})

describe('chains', () => {
  it('switches to a chain it knows, and says so', async () => {
    const wallet = createWallet()
    const events = record(wallet)
    expect(await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toBeNull()
    expect(await ask(wallet, 'eth_chainId')).toBe('0x7a6a')
    expect(await ask(wallet, 'net_version')).toBe('31338')
    await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    expect(events).toEqual([{ event: 'chainChanged', payload: '0x7a6a' }])
  })

  it('refuses a chain it does not know with 4902', async () => {
    const wallet = createWallet()
    await expect(ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x5' }])).rejects.toMatchObject({
      code: 4902,
    })
    await expect(ask(wallet, 'wallet_switchEthereumChain', [{ chainId: 5 }])).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('adds a chain after asking its node, and does not switch to it', async () => {
    const wallet = createWallet({ chains: [{ chainId: 31337, rpcUrl: stack.url }] })
    const chain = {
      chainId: '0x7a6a',
      chainName: 'Second',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [second.url],
    }
    expect(await ask(wallet, 'wallet_addEthereumChain', [chain])).toBeNull()
    expect(await ask(wallet, 'eth_chainId')).toBe('0x7a69')
    await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    expect(await ask(wallet, 'eth_chainId')).toBe('0x7a6a')
    for (const wrong of [
      { chainId: '0x7a6b' },
      { chainId: '0x07a6b' },
      { rpcUrls: [], chainId: '0x9' },
      { rpcUrls: ['http://node.example'], chainId: '0x9' },
      { rpcUrls: ['file:///etc/passwd'], chainId: '0x9' },
      { nativeCurrency: undefined, chainId: '0x9' },
      { blockExplorerUrls: ['javascript:alert(1)'], chainId: '0x9' },
    ]) {
      await expect(ask(wallet, 'wallet_addEthereumChain', [{ ...chain, ...wrong }])).rejects.toMatchObject({
        code: -32602,
      })
    }
  })
})

describe('calls (EIP-5792)', () => {
  const bundle = (calls: object[], fields: object = {}) => [
    { version: '2.0.0', chainId: '0x7a69', atomicRequired: false, calls, ...fields },
  ]
  const final = async (wallet: EvmTestWallet, id: string) => {
    await expect.poll(async () => (await ask(wallet, 'wallet_getCallsStatus', [id])).status).not.toBe(100)
    return ask(wallet, 'wallet_getCallsStatus', [id])
  }

  it('says what each known chain can', async () => {
    const wallet = createWallet({ permitted: true })
    const address = stack.accounts[0]!.address
    expect(await ask(wallet, 'wallet_getCapabilities', [address, ['0x7a69', '0x07a6a', '0x5']])).toEqual({
      '0x7a69': { atomic: { status: 'unsupported' } },
      '0x7a6a': { atomic: { status: 'unsupported' } },
    })
    await expect(ask(createWallet(), 'wallet_getCapabilities', [address])).rejects.toMatchObject({
      code: 4100,
    })
  })

  it('sends calls one after the other and reports their receipts', async () => {
    const wallet = createWallet({ permitted: true })
    const to = '0x00000000000000000000000000000000000000c2'
    const { id } = await ask(
      wallet,
      'wallet_sendCalls',
      bundle([
        { to, value: '0x1' },
        { to, value: '0x2' },
      ]),
    )
    expect(await final(wallet, id)).toMatchObject({
      version: '2.0.0',
      id,
      chainId: '0x7a69',
      status: 200,
      atomic: false,
      receipts: [{ status: '0x1' }, { status: '0x1' }],
    })
    expect(await stack.balanceOf(to)).toBe(3n)
    expect(await ask(wallet, 'wallet_showCallsStatus', [id])).toBeNull()
  })

  describe('at once (EIP-7702)', () => {
    const to = '0x00000000000000000000000000000000000000c3'
    const at = (atomic: 'supported' | 'ready', index: number) => {
      const { address, privateKey } = stack.accounts[index]!
      const calls = { atomic, delegate: stack.contracts.batchAccount }
      return { address, wallet: createWallet({ permitted: true, accounts: [privateKey], calls }) }
    }
    const statusOf = async ({ wallet, address }: ReturnType<typeof at>) =>
      (await ask(wallet, 'wallet_getCapabilities', [address]))['0x7a69'].atomic.status
    const list = [
      { to, value: '0x1' },
      { to, value: '0x2' },
    ]

    it('does them in one transaction, or none of them', async () => {
      const { wallet } = at('supported', 7)
      const { id } = await ask(wallet, 'wallet_sendCalls', bundle(list, { atomicRequired: true }))
      const done = await final(wallet, id)
      expect(done).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] })
      expect(await stack.balanceOf(to)).toBe(3n)
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [ZERO, 1n] })
      const bad = [...list, { to: stack.tokens.usd.address, data }]
      const failed = await ask(wallet, 'wallet_sendCalls', bundle(bad, { atomicRequired: true }))
      expect(await final(wallet, failed.id)).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
      expect(await stack.balanceOf(to)).toBe(3n)
    })

    it('asks for the upgrade first, and is then one that can', async () => {
      const ready = at('ready', 8)
      expect(await statusOf(ready)).toBe('ready')
      ready.wallet.control.rejectNext('eip7702Upgrade')
      const asking = () => ask(ready.wallet, 'wallet_sendCalls', bundle(list, { atomicRequired: true }))
      await expect(asking()).rejects.toMatchObject({ code: 5750 })
      expect(await statusOf(ready)).toBe('ready')
      await final(ready.wallet, (await asking()).id)
      expect(await statusOf(ready)).toBe('supported')
    })

    it('is not known to a wallet without such requests', async () => {
      const wallet = createWallet({ permitted: true, calls: 'none' })
      await expect(ask(wallet, 'wallet_sendCalls', bundle(list))).rejects.toMatchObject({ code: 4200 })
      const params = [stack.accounts[0]!.address]
      await expect(ask(wallet, 'wallet_getCapabilities', params)).rejects.toMatchObject({ code: 4200 })
    })
  })

  it('reports a bundle of which the first or a later call fails', async () => {
    const wallet = createWallet({ permitted: true })
    const to = stack.tokens.usd.address
    const bad = {
      to,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [ZERO, 1n] }),
    }
    const first = await ask(wallet, 'wallet_sendCalls', bundle([bad]))
    expect(await final(wallet, first.id)).toMatchObject({ status: 400, receipts: [] })
    const later = await ask(
      wallet,
      'wallet_sendCalls',
      bundle([{ to: ZERO, value: '0x1' }, bad], { id: 'later' }),
    )
    expect(await final(wallet, later.id)).toMatchObject({ status: 600, receipts: [{ status: '0x1' }] })
  })

  it.each([
    [5760, { atomicRequired: true }],
    [5710, { chainId: '0x5' }],
    [5700, { capabilities: { paymasterService: { url: 'https://example.com' } } }],
    [-32602, { version: '1.0' }],
    [-32602, { calls: [] }],
  ])('refuses with %i: %j', async (code, fields) => {
    const wallet = createWallet({ permitted: true })
    const calls = [{ to: ZERO }]
    await expect(ask(wallet, 'wallet_sendCalls', bundle(calls, fields))).rejects.toMatchObject({ code })
  })

  it('takes an optional capability, refuses an id twice, and does not know others', async () => {
    const wallet = createWallet({ permitted: true })
    const fields = { id: 'once', capabilities: { paymasterService: { optional: true } } }
    expect(await ask(wallet, 'wallet_sendCalls', bundle([{ to: ZERO }], fields))).toEqual({ id: 'once' })
    await expect(ask(wallet, 'wallet_sendCalls', bundle([{ to: ZERO }], fields))).rejects.toMatchObject({
      code: 5720,
    })
    await expect(ask(wallet, 'wallet_getCallsStatus', ['never'])).rejects.toMatchObject({ code: 5730 })
    await final(wallet, 'once')
  })
})

describe('other methods', () => {
  it('passes reads to the node of the current chain', async () => {
    const wallet = createWallet()
    await second.setBalance(ZERO, 123n)
    wallet.control.switchChain(31338)
    expect(await ask(wallet, 'eth_getBalance', [ZERO, 'latest'])).toBe('0x7b')
    await expect(ask(wallet, 'eth_getBalance', ['nonsense'])).rejects.toMatchObject({ code: -32602 })
  })

  it.each(['eth_sign', 'anvil_setBalance', 'constructor', '__proto__', 'eth_subscribe'])(
    'does not support %s',
    async (method) => {
      await expect(ask(createWallet({ permitted: true }), method, [])).rejects.toMatchObject({ code: 4200 })
    },
  )

  it('refuses what is not a request', async () => {
    const { provider } = createWallet()
    for (const args of [undefined, null, 'eth_accounts', {}, { method: 7 }, { method: '' }]) {
      await expect(provider.request(args as never)).rejects.toMatchObject({ code: -32600 })
    }
  })

  it('takes assets to watch', async () => {
    const wallet = createWallet()
    const options = { address: stack.tokens.usd.address, symbol: 'LUSD', decimals: 6 }
    expect(await ask(wallet, 'wallet_watchAsset', { type: 'ERC20', options })).toBe(true)
    expect(wallet.control.watchedAssets).toEqual([{ type: 'ERC20', options }])
    await expect(ask(wallet, 'wallet_watchAsset', { type: 'ERC20', options: {} })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('answers 4901 when the node of a chain cannot be reached', async () => {
    const wallet = createWallet({ chains: [{ chainId: 1, rpcUrl: 'http://127.0.0.1:9' }] })
    await expect(ask(wallet, 'eth_blockNumber')).rejects.toMatchObject({ code: 4901 })
  })
})

describe('control', () => {
  it('rejects the next request, one method, or all', async () => {
    const wallet = createWallet()
    const { control } = wallet
    control.rejectNext()
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    control.rejectNext('personal_sign')
    const [address] = await ask(wallet, 'eth_requestAccounts')
    await expect(ask(wallet, 'personal_sign', ['0x00', address])).rejects.toMatchObject({ code: 4001 })
    expect(await ask(wallet, 'personal_sign', ['0x00', address])).toMatch(/^0x[0-9a-f]{130}$/)
    control.rejectAll()
    for (let round = 0; round < 2; round++) {
      await expect(ask(wallet, 'personal_sign', ['0x00', address])).rejects.toMatchObject({ code: 4001 })
    }
    control.rejectAll(false)
    expect(await ask(wallet, 'personal_sign', ['0x00', address])).toMatch(/^0x/)
  })

  it('waits for the test in ask mode, and refuses a second connection request meanwhile', async () => {
    const wallet = createWallet({ approval: 'ask' })
    const first = ask(wallet, 'eth_requestAccounts')
    const pending = await wallet.control.waitForPending('eth_requestAccounts')
    expect(pending).toMatchObject({ method: 'eth_requestAccounts', title: 'show your account to this page' })
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
    wallet.control.approve(pending.id)
    expect(await first).toEqual([stack.accounts[0]!.address])
    expect(wallet.control.pending).toEqual([])
    expect(() => wallet.control.approve()).toThrow('No request is waiting')

    const second = ask(wallet, 'personal_sign', ['0x00', stack.accounts[0]!.address])
    await wallet.control.waitForPending()
    wallet.control.reject()
    await expect(second).rejects.toMatchObject({ code: 4001 })
  })

  it('does not let the page change a request while the user decides', async () => {
    const wallet = createWallet({ permitted: true, approval: 'ask' })
    const address = stack.accounts[0]!.address
    const typedData = (amount: string) => ({
      types: {
        EIP712Domain: [{ name: 'name', type: 'string' }],
        Order: [{ name: 'price', type: 'Price' }],
        Price: [{ name: 'amount', type: 'uint256' }],
      },
      primaryType: 'Order' as const,
      domain: { name: 'Shop' },
      message: { price: { amount } },
    })
    const sent = typedData('1')
    const signature = ask(wallet, 'eth_signTypedData_v4', [address, sent])
    await wallet.control.waitForPending()
    sent.message.price.amount = '1000000'
    wallet.control.approve()
    const verify = async (data: any) =>
      stack.client.verifyTypedData({ address, signature: await signature, ...data })
    expect(await verify(typedData('1'))).toBe(true)
    expect(await verify(typedData('1000000'))).toBe(false)
    expect(wallet.control.requests.at(-1)?.params).toEqual([address, typedData('1')])
  })

  it('fails a request that needs a dialog where there is no page', async () => {
    const wallet = createWallet({ approval: 'prompt' })
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toThrow('document is not defined')
    await expect(ask(wallet, 'wallet_requestPermissions', [{ eth_accounts: {} }])).rejects.toThrow('document')
  })

  it('delays the answer of the user', async () => {
    const wallet = createWallet()
    wallet.control.delay(50)
    const order: string[] = []
    const slow = ask(wallet, 'eth_requestAccounts').then(() => order.push('approved'))
    await ask(wallet, 'eth_blockNumber').then(() => order.push('read'))
    await slow
    expect(order).toEqual(['read', 'approved'])
  })

  it('locks and unlocks', async () => {
    const wallet = createWallet({ permitted: true })
    const events = record(wallet)
    const address = stack.accounts[0]!.address
    wallet.control.lock()
    wallet.control.lock()
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    await expect(ask(wallet, 'personal_sign', ['0x00', address])).rejects.toMatchObject({ code: 4100 })
    wallet.control.unlock()
    expect(await ask(wallet, 'eth_accounts')).toEqual([address])
    expect(events.map((entry) => entry.payload)).toEqual([[], [address]])
  })

  it('disconnects and reconnects', async () => {
    const wallet = createWallet()
    const events = record(wallet)
    wallet.control.disconnect()
    await expect(ask(wallet, 'eth_chainId')).rejects.toMatchObject({ code: 4900 })
    wallet.control.reconnect()
    expect(await ask(wallet, 'eth_chainId')).toBe('0x7a69')
    expect(events).toMatchObject([
      { event: 'disconnect', payload: { code: 4900 } },
      { event: 'connect', payload: { chainId: '0x7a69' } },
    ])
  })

  it('answers rubbish to one method or all, until told to stop', async () => {
    const wallet = createWallet()
    const { control } = wallet
    control.garbage('html', 'eth_chainId')
    expect(await ask(wallet, 'eth_chainId')).toContain('<!doctype html>')
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    control.garbage('null')
    expect(await ask(wallet, 'eth_accounts')).toBeNull()
    control.garbage('throwsString')
    await expect(ask(wallet, 'eth_accounts')).rejects.toBe('rejected')
    control.garbage('throwsUndefined')
    await expect(ask(wallet, 'eth_accounts')).rejects.toBeUndefined()
    control.garbage('hugeString')
    expect(await ask(wallet, 'eth_accounts')).toHaveLength(2_000_000)
    control.garbage('silence')
    const winner = await Promise.race([ask(wallet, 'eth_accounts'), stack.mine().then(() => 'the chain')])
    expect(winner).toBe('the chain')
    control.garbage(undefined)
    expect(await ask(wallet, 'eth_chainId')).toBe('0x7a69')
  })

  it('lists the requests it saw and counts listeners', async () => {
    const { provider, control } = createWallet()
    const listener = (): void => {}
    expect(provider.on('chainChanged', listener).on('chainChanged', listener)).toBe(provider)
    expect(control.listenerCount('chainChanged')).toBe(2)
    provider.removeListener('chainChanged', listener)
    provider.removeListener('chainChanged', () => {})
    expect(control.listenerCount('chainChanged')).toBe(1)
    provider.removeListener('chainChanged', listener)
    expect(control.listenerCount('chainChanged')).toBe(0)
    await provider.request({ method: 'eth_accounts' })
    await provider.request({ method: 'eth_call', params: [] }).catch(() => undefined)
    expect(control.requests.map((request) => request.method)).toEqual(['eth_accounts', 'eth_call'])
  })

  it('emits whatever a broken wallet would', () => {
    const wallet = createWallet()
    const events = record(wallet)
    wallet.control.emit('chainChanged', 31337)
    expect(events).toEqual([{ event: 'chainChanged', payload: 31337 }])
  })
})

describe('creating', () => {
  it('says what is missing', () => {
    expect(() => createWallet({ accounts: [] })).toThrowErrorMatchingInlineSnapshot(
      `[Error: A test wallet needs at least one private key in "accounts".]`,
    )
    expect(() => createWallet({ initialChainId: 5 })).toThrowErrorMatchingInlineSnapshot(
      `[Error: A test wallet needs at least one chain, and "initialChainId" must be one of "chains".]`,
    )
  })

  it('has a new version 4 uuid each time and defaults for the rest', () => {
    const [one, other] = [createEvmTestWallet(), createEvmTestWallet()]
    expect(one.info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(one.info.uuid).not.toBe(other.info.uuid)
    expect(one.info).toMatchObject({ name: 'Test wallet', rdns: 'dev.latchkey.test-wallet' })
  })

  it('carries flags that old pages look for', () => {
    expect(createWallet({ providerFlags: { isMetaMask: true } }).provider).toMatchObject({ isMetaMask: true })
  })
})
