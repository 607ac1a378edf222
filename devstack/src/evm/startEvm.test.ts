import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  hashMessage,
  http,
  parseEther,
  parseUnits,
  serializeErc6492Signature,
  webSocket,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { normalize } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { legacyTokenAbi, ownedAccountFactoryAbi } from './abis.js'
import type { EvmStack } from './evmStack.js'
import { startEvm } from './startEvm.js'

const SALT = `0x${'00'.repeat(31)}01` as const

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

describe('a local EVM chain', () => {
  let stack: EvmStack
  let client: ReturnType<typeof createPublicClient>
  beforeAll(async () => {
    stack = await startEvm()
    client = createPublicClient({ chain: stack.chain, transport: http() })
  })
  afterAll(() => stack.stop())

  it('listens on loopback with the chain id it was asked for', async () => {
    expect(stack.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await client.getChainId()).toBe(31337)
    expect(stack.chain).toMatchObject({ id: 31337, nativeCurrency: { symbol: 'ETH', decimals: 18 } })
  })

  it('keeps the states of old blocks in a folder that goes with it', async () => {
    const node = await startEvm()
    const states = /--cache-path\0([^\0]+)/.exec(readFileSync(`/proc/${node.pid}/cmdline`, 'utf8'))?.[1]
    expect(states).toMatch(/latchkey-anvil-/)
    await node.stop()
    expect(existsSync(String(states))).toBe(false)
  })

  it('answers over WebSocket', async () => {
    const transport = webSocket(stack.webSocketUrl)
    const socketClient = createPublicClient({ chain: stack.chain, transport })
    expect(await socketClient.getChainId()).toBe(31337)
    ;(await socketClient.transport.getRpcClient()).close()
  })

  it('gives the ten well-known accounts 10,000 ETH and leaves their nonce at 0', async () => {
    expect(stack.accounts.map((account) => account.address).slice(0, 2)).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ])
    expect(new Set(stack.accounts.map((account) => account.address)).size).toBe(10)
    for (const { address, privateKey } of stack.accounts) {
      expect(privateKeyToAccount(privateKey).address).toBe(address)
      expect(await stack.balanceOf(address)).toBe(parseEther('10000'))
      expect(await client.getTransactionCount({ address })).toBe(0)
    }
  })

  it('describes its tokens as the chain does', async () => {
    for (const token of Object.values(stack.tokens)) {
      const contract = { address: token.address, abi: erc20Abi } as const
      expect(await client.readContract({ ...contract, functionName: 'name' })).toBe(token.name)
      expect(await client.readContract({ ...contract, functionName: 'symbol' })).toBe(token.symbol)
      expect(await client.readContract({ ...contract, functionName: 'decimals' })).toBe(token.decimals)
      const balance = await stack.tokenBalanceOf(token.address, stack.accounts[9]!.address)
      expect(balance).toBe(parseUnits('1000000', token.decimals))
    }
    expect([stack.tokens.usd.decimals, stack.tokens.gold.decimals]).toEqual([6, 18])
  })

  it('moves tokens, and refuses to move more than there is', async () => {
    const account = privateKeyToAccount(stack.accounts[3]!.privateKey)
    const receiver = stack.accounts[4]!.address
    const wallet = createWalletClient({ account, chain: stack.chain, transport: http() })
    const transfer = { address: stack.tokens.usd.address, abi: erc20Abi, functionName: 'transfer' } as const
    const before = await stack.tokenBalanceOf(stack.tokens.usd.address, receiver)
    const hash = await wallet.writeContract({ ...transfer, args: [receiver, 1_500_000n] })
    await stack.client.waitForTransactionReceipt({ hash })
    expect(await stack.tokenBalanceOf(stack.tokens.usd.address, receiver)).toBe(before + 1_500_000n)
    await expect(wallet.writeContract({ ...transfer, args: [receiver, 10n ** 18n] })).rejects.toThrow()
  })

  it('has a token that answers a transfer with nothing', async () => {
    const [from, to] = [stack.accounts[5]!.address, stack.accounts[6]!.address]
    const data = encodeFunctionData({ abi: legacyTokenAbi, functionName: 'transfer', args: [to, 1n] })
    const answer = await client.call({ account: from, to: stack.tokens.legacy.address, data })
    expect(answer.data).toBeUndefined()
    const asErc20 = client.simulateContract({
      account: from,
      address: stack.tokens.legacy.address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [to, 1n],
    })
    await expect(asErc20).rejects.toThrow(/returned no data/)
  })

  it('answers multicall at the canonical address', async () => {
    const contract = { address: stack.tokens.gold.address, abi: erc20Abi } as const
    const answers = await client.multicall({
      allowFailure: false,
      contracts: [
        { ...contract, functionName: 'symbol' },
        { ...contract, functionName: 'balanceOf', args: [stack.accounts[8]!.address] },
      ],
    })
    expect(answers).toEqual(['LGLD', parseEther('1000000')])
    expect(stack.contracts.multicall3).toBe('0xcA11bde05977b3631167028862bE2a173976CA11')
  })

  it('resolves names, primary names and avatars', async () => {
    const { alice, bob } = stack.names
    expect(await client.getEnsAddress({ name: normalize(alice.name) })).toBe(alice.address)
    expect(await client.getEnsName({ address: alice.address })).toBe('alice.eth')
    expect(await client.getEnsAvatar({ name: alice.name })).toBe(alice.avatar)
    expect(await client.getEnsText({ name: alice.name, key: 'description' })).toBe(alice.description)
    expect(await client.getEnsAddress({ name: bob.name })).toBe(bob.address)
    expect(await client.getEnsName({ address: bob.address })).toBeNull()
    expect(await client.getEnsAddress({ name: 'nobody.eth' })).toBeNull()
  })

  it('does not give a name to an account that only claims it', async () => {
    const { impostor } = stack.names
    expect(await client.getEnsName({ address: impostor.address })).toBeNull()
    await expect(client.getEnsName({ address: impostor.address, strict: true })).rejects.toThrow(
      /ReverseAddressMismatch/,
    )
  })

  it('lets an account claim a primary name through the reverse registrar', async () => {
    const account = privateKeyToAccount(stack.accounts[1]!.privateKey)
    const wallet = createWalletClient({ account, chain: stack.chain, transport: http() })
    const snapshot = await stack.snapshot()
    const hash = await wallet.writeContract({
      address: stack.contracts.ensReverseRegistrar,
      abi: [
        {
          type: 'function',
          name: 'setName',
          inputs: [{ name: 'name', type: 'string' }],
          outputs: [{ name: 'node', type: 'bytes32' }],
          stateMutability: 'nonpayable',
        },
      ],
      functionName: 'setName',
      args: ['bob.eth'],
    })
    await stack.client.waitForTransactionReceipt({ hash })
    expect(await client.getEnsName({ address: account.address })).toBe('bob.eth')
    await stack.revert(snapshot)
    expect(await client.getEnsName({ address: account.address })).toBeNull()
  })

  it('verifies signatures of a smart account before (ERC-6492) and after (ERC-1271) it is deployed', async () => {
    const owner = privateKeyToAccount(stack.accounts[7]!.privateKey)
    const wallet = createWalletClient({ account: owner, chain: stack.chain, transport: http() })
    const factory = { address: stack.contracts.ownedAccountFactory, abi: ownedAccountFactoryAbi } as const
    const address = await client.readContract({
      ...factory,
      functionName: 'addressOf',
      args: [owner.address, SALT],
    })
    const message = 'Sign in with a contract'
    const inner = await owner.sign({ hash: hashMessage(message) })
    const data = encodeFunctionData({
      abi: ownedAccountFactoryAbi,
      functionName: 'create',
      args: [owner.address, SALT],
    })
    const wrapped = serializeErc6492Signature({ address: factory.address, data, signature: inner })

    expect(await client.getCode({ address })).toBeUndefined()
    expect(await client.verifyMessage({ address, message, signature: wrapped })).toBe(true)
    expect(await client.verifyMessage({ address, message: `${message}!`, signature: wrapped })).toBe(false)

    const hash = await wallet.writeContract({
      ...factory,
      functionName: 'create',
      args: [owner.address, SALT],
    })
    await stack.client.waitForTransactionReceipt({ hash })
    expect(await client.verifyMessage({ address, message, signature: inner })).toBe(true)
    const other = await privateKeyToAccount(stack.accounts[8]!.privateKey).signMessage({ message })
    expect(await client.verifyMessage({ address, message, signature: other })).toBe(false)
  })

  it('mines, sets balances, and goes back to a snapshot', async () => {
    const address = '0x000000000000000000000000000000000000beef'
    const block = await client.getBlockNumber({ cacheTime: 0 })
    const snapshot = await stack.snapshot()
    await stack.mine(3)
    await stack.setBalance(address, 5n)
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(block + 3n)
    expect(await stack.balanceOf(address)).toBe(5n)
    await stack.revert(snapshot)
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(block)
    expect(await stack.balanceOf(address)).toBe(0n)
  })
})

describe('starting and stopping', () => {
  it('runs two chains side by side that share addresses but no state', async () => {
    const [first, second] = await Promise.all([startEvm(), startEvm({ chainId: 31338 })])
    try {
      expect(first.url).not.toBe(second.url)
      expect([await first.client.getChainId(), await second.client.getChainId()]).toEqual([31337, 31338])
      expect(second.tokens).toEqual(first.tokens)
      await first.setBalance(first.accounts[0]!.address, 1n)
      expect(await second.balanceOf(first.accounts[0]!.address)).toBe(parseEther('10000'))
    } finally {
      await Promise.all([first.stop(), second.stop()])
    }
  })

  it('leaves no process behind, however often it is stopped', async () => {
    const stack = await startEvm()
    expect(isRunning(stack.pid)).toBe(true)
    await Promise.all([stack.stop(), stack.stop()])
    await stack.stop()
    expect(isRunning(stack.pid)).toBe(false)
  })

  it('mines by the clock when told to', async () => {
    const stack = await startEvm({ blockTimeSeconds: 1 })
    try {
      const start = await stack.client.getBlockNumber({ cacheTime: 0 })
      await expect
        .poll(() => stack.client.getBlockNumber({ cacheTime: 0 }), { timeout: 20_000 })
        .toBeGreaterThan(start)
    } finally {
      await stack.stop()
    }
  })

  it('says that a port is in use', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    try {
      await expect(startEvm({ port })).rejects.toMatchObject({
        name: 'DevstackError',
        code: 'PORT_IN_USE',
        message: expect.stringContaining('anvil could not listen because the port is in use.'),
      })
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it('reports the last output of a node that ends early', async () => {
    await expect(startEvm({ anvilArguments: ['--no-such-option'] })).rejects.toMatchObject({
      code: 'PROCESS_EXITED',
      message: expect.stringContaining('--no-such-option'),
    })
  })

  it('refuses a chain id that is not a whole number', async () => {
    await expect(startEvm({ chainId: 1.5 })).rejects.toThrowErrorMatchingInlineSnapshot(
      `[DevstackError: The option "chainId" must be a whole number from 1 to 4294967296, not 1.5.]`,
    )
  })
})
