import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createLedgerDevice } from '@latchkey/devstack/ledger'
import { memoryStorage } from '@latchkey/kernel'
import { guard, Storage, storageKey } from '@latchkey/kernel/plugin'
import { connectorSuite, pluginSuite } from '@latchkey/kernel/testing'
import { Eip155Provider } from '@latchkey/plugin-eip155'
import { SolanaProvider } from '@latchkey/plugin-solana'
import { ed25519 } from '@noble/curves/ed25519.js'
import { parseTransaction, recoverTransactionAddress, verifyMessage, verifyTypedData } from 'viem'
import { afterEach, describe, expect, it, onTestFinished, test } from 'vitest'
import { type LedgerBench, type LedgerBenchOptions, startLedgerBench } from '../test/ledgerBench.js'
import { ledger, type LedgerOptions } from './index.js'
import { ledgerMark } from './ledgerMark.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
/** The first two accounts of the development phrase. */
const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let bench: LedgerBench
afterEach(() => bench?.stop())

async function connected(namespace: 'eip155' | 'solana', options: LedgerBenchOptions = {}) {
  bench = await startLedgerBench(options)
  await bench.session.connect({ connectorId: 'ledger', namespaces: [namespace] })
  return bench
}

async function evm(options: LedgerBenchOptions = {}) {
  const { session } = await connected('eip155', options)
  const provider = session.provider(Eip155Provider)
  if (!provider) throw new Error('Expected a provider.')
  const ask = (method: string, ...params: unknown[]): Promise<unknown> => provider.request({ method, params })
  return { ...bench, ask }
}

const fees = { gas: '0x5208', nonce: '0x3', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00' }
const payment = { from: first, to: second, value: '0xde0b6b3a7640000', ...fees }

it('keeps the name and the picture that the list of wallets shows', async () => {
  const { session } = await connected('eip155')
  expect(session.state.connections[0]).toMatchObject({ name: 'Ledger', icon: ledgerMark })
})

describe('the plugin', () => {
  pluginSuite({ test, create: () => ledger(), manifest })
})

describe('the connector', () => {
  connectorSuite({
    test,
    namespace: 'eip155',
    networkIds: ['eip155:1'],
    // A device is a key: it tells nothing, remembers no page, and answers bytes.
    lacks: ['listeners', 'hold', 'throws', 'changeAccount', 'remove', 'forget'],
    async create() {
      const own = await startLedgerBench()
      own.device.controls.openApp = undefined
      return {
        connector: own.connector,
        reject: () => {
          own.device.controls.person = 'declines'
        },
        hang: () => {
          own.device.controls.person = 'waits'
        },
        fail: () => {
          own.device.controls.nextAnswer = Uint8Array.of(0x6f, 0x01)
        },
        prompts: () => own.hid.prompts,
        stop: own.stop,
      }
    },
  })
})

describe('Ethereum', () => {
  it('signs a message over the account that was connected', async () => {
    const { ask, device } = await evm()
    const signature = (await ask('personal_sign', '0x68656c6c6f', first)) as `0x${string}`
    expect(await verifyMessage({ address: first, message: 'hello', signature })).toBe(true)
    expect(device.controls.screens).toEqual([{ message: 'hello' }])
  })

  it.each([1, 254, 255, 256, 3000])('signs a message of %i bytes', async (length) => {
    const { ask } = await evm()
    const message = 'a'.repeat(length)
    const signature = (await ask('personal_sign', message, first)) as `0x${string}`
    expect(await verifyMessage({ address: first, message, signature })).toBe(true)
  })

  it.each([
    ['with a fee cap', payment, 'eip1559'],
    ['with an access list', { ...payment, accessList: [{ address: second, storageKeys: [] }] }, 'eip1559'],
    [
      'of before',
      { ...payment, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, gasPrice: '0x1' },
      'legacy',
    ],
    [
      'with a price and an access list',
      {
        ...payment,
        maxFeePerGas: undefined,
        maxPriorityFeePerGas: undefined,
        gasPrice: '0x1',
        accessList: [{ address: second, storageKeys: [`0x${'00'.repeat(32)}`] }],
      },
      'eip2930',
    ],
  ])('signs a transaction %s', async (_, asked, type) => {
    const { ask, device } = await evm()
    const signed = (await ask('eth_signTransaction', asked)) as `0x02${string}`
    expect(parseTransaction(signed)).toMatchObject({ type, value: 10n ** 18n, chainId: 1 })
    expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(first)
    expect(device.controls.screens).toEqual([{ amount: '1', to: second.toLowerCase(), network: '1' }])
  })

  it('cuts no legacy transaction before its chain id, whatever its length', async () => {
    const { ask } = await evm()
    const legacy = { ...payment, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, gasPrice: '0x1' }
    for (let length = 150; length < 200; length += 1) {
      const data = `0x${'ab'.repeat(length)}`
      const signed = (await ask('eth_signTransaction', { ...legacy, data })) as `0x02${string}`
      expect(parseTransaction(signed)).toMatchObject({ data, chainId: 1 })
      expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(first)
    }
  })

  const typed = {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Person: [
        { name: 'name', type: 'string' },
        { name: 'wallets', type: 'address[]' },
      ],
      Mail: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person[2]' },
        { name: 'grid', type: 'int8[2][]' },
        { name: 'paid', type: 'bool' },
        { name: 'tag', type: 'bytes4' },
        { name: 'body', type: 'bytes' },
      ],
    },
    primaryType: 'Mail',
    domain: { name: 'Post', chainId: 1 },
    message: {
      from: { name: 'Ann', wallets: [first] },
      to: [
        { name: 'Bob', wallets: [] },
        { name: 'Cleo', wallets: [second, first] },
      ],
      grid: [
        [-1, 2],
        [127, -128],
      ],
      paid: true,
      tag: '0xdeadbeef',
      body: `0x${'cd'.repeat(700)}`,
    },
  } as const

  it.each([
    ['by its fields', false, 'type'],
    ['by two hashes on a device that knows no fields', true, 'domainHash'],
  ])('signs structured data %s', async (_, isOldEthereumApp, shown) => {
    const { ask, device } = await evm()
    device.controls.isOldEthereumApp = isOldEthereumApp
    const signature = (await ask('eth_signTypedData_v4', first, JSON.stringify(typed))) as `0x${string}`
    expect(
      await verifyTypedData({
        ...typed,
        domain: { ...typed.domain, chainId: BigInt(typed.domain.chainId) },
        address: first,
        signature,
      }),
    ).toBe(true)
    expect(Object.keys(device.controls.screens[0] ?? {})).toContain(shown)
  })

  it('shows a token clearly where the host knows its description, and blindly elsewhere', async () => {
    const token = `0x${'11'.repeat(20)}`
    const transfer = `0xa9059cbb${'00'.repeat(12)}${'22'.repeat(20)}${'00'.repeat(31)}05`
    // Ticker, address, decimals, chain id; the device in software checks no signature of Ledger's.
    const description = `03545354${token.slice(2)}0000001200000001`
    const described = await evm({ options: { describeToken: () => description } })
    await described.ask('eth_signTransaction', { ...payment, to: token, value: '0x0', data: transfer })
    expect(described.device.controls.screens[0]).toHaveProperty('token')
    await described.stop()
    const plain = await evm({ options: { describeToken: () => undefined } })
    await plain.ask('eth_signTransaction', { ...payment, to: token, value: '0x0', data: transfer })
    expect(plain.device.controls.screens[0]).toHaveProperty('blind')
  })

  it('reads a call by the host’s descriptors while the device shows its data', async () => {
    const token = `0x${'11'.repeat(20)}`
    const transfer = `0xa9059cbb${'00'.repeat(12)}${'22'.repeat(20)}${'00'.repeat(31)}05`
    const descriptor = {
      $schema: 'erc7730-v2.schema.json',
      context: { contract: { deployments: [{ chainId: 1, address: token }] } },
      display: {
        formats: {
          'transfer(address to,uint256 value)': {
            intent: 'Send',
            fields: [{ path: 'value', label: 'Amount', format: 'raw' }],
          },
        },
      },
    }
    const { ask, device } = await evm({ options: { descriptors: { 'token.json': descriptor } } })
    await ask('eth_signTransaction', { ...payment, to: token, value: '0x0', data: transfer })
    expect(device.controls.screens[0]).toHaveProperty('blind')
  })

  it.each([[], 'all', 5])('refuses %j as descriptors', (descriptors) => {
    const options: LedgerOptions = JSON.parse(JSON.stringify({ descriptors }))
    expect(() => ledger(options)).toThrow(
      'ledger() cannot use its option "descriptors". Pass an object of descriptors by the names of their files, or a function.',
    )
  })

  it.each([
    [{ ...payment, authorizationList: [] }, 'LEDGER_REQUEST_UNSUPPORTED'],
    [{ ...payment, type: '0x4' }, 'LEDGER_REQUEST_UNSUPPORTED'],
    [{ ...payment, type: '0x3' }, 'LEDGER_REQUEST_UNSUPPORTED'],
    [{ ...payment, data: '0x', input: '0xabcd' }, 'LEDGER_REQUEST_UNSUPPORTED'],
    [{ ...payment, from: second }, 'RPC_UNAUTHORIZED'],
    [{ ...payment, chainId: '0x5' }, 'RPC_CHAIN_DISCONNECTED'],
  ])('refuses %j before the device is asked', async (asked, code) => {
    const { ask, device } = await evm()
    await expect(ask('eth_signTransaction', asked)).rejects.toMatchObject({ code })
    expect(device.controls.screens).toEqual([])
  })

  it.each(['{', 'x', '[]', '{"types":1}', 7])('refuses %j for structured data', async (data) => {
    const { ask, device } = await evm()
    await expect(ask('eth_signTypedData_v4', first, data)).rejects.toMatchObject({ code: 'INVALID_DATA' })
    expect(device.controls.screens).toEqual([])
  })

  it('asks the node of the network that the request is for, though another one becomes current', async () => {
    const switchAway = () => ask('wallet_switchEthereumChain', { chainId: '0x7a69' })
    const own = await startNode(async (method) => {
      if (method === 'eth_getTransactionCount') await switchAway()
      if (method === 'eth_getBlockByNumber') return { result: { gasLimit: '0x1c9c380' } }
      return { result: method === 'eth_estimateGas' ? '0x5208' : '0x3' }
    })
    const other = await startNode(async () => ({ result: '0x9' }))
    const { ask } = await evm({ nodes: [own.url, other.url] })
    const { maxFeePerGas, maxPriorityFeePerGas } = fees
    const asked = { from: first, to: second, value: '0x1', maxFeePerGas, maxPriorityFeePerGas }
    expect(await ask('eth_sendTransaction', asked)).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await ask('eth_chainId')).toBe('0x7a69')
    expect(own.asked).toEqual([
      'eth_getTransactionCount',
      'eth_estimateGas',
      'eth_getBlockByNumber',
      'eth_getCode',
      'eth_sendRawTransaction',
    ])
    expect(other.asked).toEqual([])
  })

  it('tells no rejection where a node answers what was signed as a wallet would', async () => {
    const own = await startNode(async (method) =>
      method === 'eth_sendRawTransaction' ? { error: { code: 4001, message: 'no' } } : { result: null },
    )
    const { ask, device } = await evm({ nodes: [own.url, own.url] })
    await expect(ask('eth_sendTransaction', payment)).rejects.toMatchObject({ code: 'LEDGER_NODE_REFUSED' })
    expect(device.controls.screens).toHaveLength(1)
    expect(own.asked).toEqual(['eth_sendRawTransaction', 'eth_getTransactionByHash'])
  })
})

describe('Solana', () => {
  const wallet = async () => {
    const { session } = await connected('solana')
    const provider = session.provider(SolanaProvider)
    const [account] = provider?.accounts ?? []
    if (!provider || !account) throw new Error('Expected a wallet with an account.')
    return { ...bench, provider, account }
  }

  it('opens its app, and signs a text in the envelope of off-chain messages', async () => {
    const { provider, account, device } = await wallet()
    const message = new TextEncoder().encode('Sign in, please')
    const [answer] = (await provider.features['solana:signMessage']?.signMessage({ account, message })) ?? []
    if (!answer) throw new Error('Expected an answer.')
    expect(new TextDecoder().decode(answer.signedMessage.slice(85))).toBe('Sign in, please')
    expect(ed25519.verify(answer.signature, answer.signedMessage, Uint8Array.from(account.publicKey))).toBe(
      true,
    )
    expect(device.controls.screens).toEqual([{ open: 'Solana' }, { message: 'Sign in, please' }])
  })

  it('signs texts of at most 1147 bytes', async () => {
    const { provider, account } = await wallet()
    const sign = (length: number) =>
      provider.features['solana:signMessage']?.signMessage({
        account,
        message: new Uint8Array(length).fill(0x61),
      })
    expect((await sign(1147))?.[0]?.signedMessage).toHaveLength(1232)
    await expect(sign(1148)).rejects.toMatchObject({ code: 'LEDGER_REQUEST_UNSUPPORTED' })
  })

  it('refuses a transaction of version 1, which its app can’t read, and shows nothing', async () => {
    const { provider, account, device } = await wallet()
    const feature = provider.features['solana:signTransaction']
    const screens = [...device.controls.screens]
    expect(feature?.supportedTransactionVersions).toEqual(['legacy', 0])
    // One signer, no account besides, no instruction.
    const message = [0x81, 1, 0, 0, 0, 0, 0, 0, ...new Uint8Array(32), 0, 1, ...account.publicKey]
    const transaction = Uint8Array.from([...message, ...new Uint8Array(64)])
    await expect(
      feature?.signTransaction({ account, transaction, chain: 'solana:devnet' }),
    ).rejects.toMatchObject({
      code: 'LEDGER_REQUEST_UNSUPPORTED',
      metaMessages: [expect.stringContaining('version 1')],
    })
    expect(device.controls.screens).toEqual(screens)
    const strange = Uint8Array.of(1, ...new Uint8Array(64), 1, 0, 0, 1, ...new Uint8Array(65))
    await expect(feature?.signTransaction({ account, transaction: strange })).rejects.toMatchObject({
      code: 'LEDGER_REQUEST_UNSUPPORTED',
    })
    expect(device.controls.screens).toEqual(screens)
  })

  it.each([0x80, undefined])('signs a transaction of version %s in its place', async (version) => {
    const { provider, account } = await wallet()
    const payer = new Uint8Array(32).fill(9)
    const keys = [...payer, ...account.publicKey, ...new Uint8Array(32)]
    const message = [...(version ? [version] : []), 2, 0, 1, 3, ...keys, ...new Uint8Array(32), 0]
    const placed = new Uint8Array(64).fill(7)
    const transaction = Uint8Array.from([
      2,
      ...placed,
      ...new Uint8Array(64),
      ...message,
      ...(version ? [0] : []),
    ])
    const sign = provider.features['solana:signTransaction']?.signTransaction
    const [answer] = (await sign?.({ account, transaction, chain: 'solana:devnet' })) ?? []
    const signed = answer?.signedTransaction ?? new Uint8Array()
    expect(signed.slice(0, 65)).toEqual(transaction.slice(0, 65))
    expect(ed25519.verify(signed.slice(65, 129), signed.slice(129), Uint8Array.from(account.publicKey))).toBe(
      true,
    )
    expect(signed.slice(129)).toEqual(transaction.slice(129))
  })
})

describe('what goes wrong', () => {
  it.each([
    ['is locked', 'LEDGER_LOCKED', () => (bench.device.controls.isLocked = true)],
    [
      'lacks the app',
      'LEDGER_APP_NOT_INSTALLED',
      () => {
        bench.device.controls.openApp = undefined
        bench.device.controls.installed = []
      },
    ],
    ['declines', 'USER_REJECTED', () => (bench.device.controls.person = 'declines')],
    ['is in use elsewhere', 'LEDGER_BUSY', () => (bench.hid.isTaken = true)],
    [
      'isn’t plugged in',
      'LEDGER_NOT_CONNECTED',
      () => {
        bench.hid.unplug()
        bench.hid.isAllowed = false
      },
    ],
    [
      'answers half a signature',
      'LEDGER_ANSWER_INVALID',
      () => answerAt(0x08, Uint8Array.of(27, 1, 2, 0x90, 0)),
    ],
    ['answers nothing', 'LEDGER_ANSWER_INVALID', () => answerAt(0x08, Uint8Array.of(0x90))],
    [
      'signs something else',
      'LEDGER_ANSWER_INVALID',
      () => answerAt(0x08, Uint8Array.of(27, ...new Uint8Array(64).fill(5), 0x90, 0)),
    ],
    ['has a status of its own', 'LEDGER_FAILED', () => answerAt(0x08, Uint8Array.of(0x6f, 0x42))],
    [
      'holds another phrase',
      'LEDGER_OTHER_DEVICE',
      () => {
        const other = createLedgerDevice({ mnemonic: `${'abandon '.repeat(11)}about` })
        bench.device.receive = other.receive
      },
    ],
  ])('says it when the device %s', async (_, code, break_) => {
    const { ask } = await evm()
    break_()
    await expect(ask('personal_sign', '0x00', first)).rejects.toMatchObject({ code })
  })

  it('says it when the device is unplugged while it asks', async () => {
    const { ask, device, hid } = await evm()
    device.controls.person = 'waits'
    const pending = ask('personal_sign', '0x00', first)
    await expect.poll(() => device.controls.screens.length).toBe(1)
    hid.unplug()
    device.unplug()
    await expect(pending).rejects.toMatchObject({ code: 'LEDGER_UNPLUGGED' })
  })

  it('says it when blind signing is off', async () => {
    const { ask, device } = await evm()
    device.controls.allowsBlindSigning = false
    await expect(ask('eth_signTransaction', { ...payment, data: '0xdeadbeef' })).rejects.toMatchObject({
      code: 'LEDGER_BLIND_SIGNING_OFF',
    })
  })

  it('isn’t offered by a browser without WebHID and WebUSB', async () => {
    bench = await startLedgerBench()
    expect(bench.connector.readiness()).toBe('loadable')
    Reflect.deleteProperty(navigator, 'hid')
    expect(bench.connector.readiness()).toBe('unsupported')
    await expect(bench.session.connect({ connectorId: 'ledger' })).rejects.toMatchObject({
      code: 'LEDGER_BROWSER_UNSUPPORTED',
    })
  })

  it('asks one request after another', async () => {
    const { ask, device } = await evm()
    await Promise.all([ask('personal_sign', '0x61', first), ask('personal_sign', '0x62', first)])
    expect(device.controls.screens).toEqual([{ message: 'a' }, { message: 'b' }])
  })
})

/** A node that answers as it is told, until the test is over. */
async function startNode(answer: (method: string) => Promise<object>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    void json(request).then(async (call) => {
      const method = String(Reflect.get(Object(call), 'method'))
      asked.push(method)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(await answer(method)) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Has the device answer the instruction in this way, once. */
function answerAt(instruction: number, answer: Uint8Array): void {
  const { device } = bench
  const { receive } = device
  device.receive = (packet) => {
    if (packet[4] === 0 && packet[8] === instruction) device.controls.nextAnswer = answer
    return receive(packet)
  }
}

describe('after a reload', () => {
  it('takes the account up without asking anyone, and signs with it', async () => {
    const stored = memoryStorage()
    const { device, hid } = await connected('eip155', { stored })
    await bench.stop()
    device.controls.openApp = 'Ethereum'
    bench = await startLedgerBench({ stored, device, hid })
    await expect.poll(() => bench.session.provider(Eip155Provider)).toBeDefined()
    expect([hid.prompts, device.controls.screens]).toEqual([1, []])
    const signature = await bench.session
      .provider(Eip155Provider)
      ?.request({ method: 'personal_sign', params: ['0x61', first] })
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect(hid.prompts).toBe(1)
  })

  it.each([
    'x',
    [{ namespace: 'eip155', address: 'x', path: [0] }],
    [{ namespace: 'eip155', address: first, path: [-1] }],
    [{ namespace: 'eip155', address: first, path: [] }],
  ])('takes nothing up from a store with %j', async (written) => {
    bench = await startLedgerBench()
    const storage = bench.kernel.get(Storage)
    storage.write(
      storageKey(
        'ledger.accounts',
        guard((value): value is unknown => value !== undefined),
      ),
      written,
    )
    const request = {
      namespaces: ['eip155'],
      networkIds: [],
      signal: new AbortController().signal,
      onChange: () => undefined,
    }
    expect(await bench.connector.restore?.(request)).toBeUndefined()
  })
})

it('reads accounts of both kinds of paths, the chosen one is connected, and its address can be compared', async () => {
  bench = await startLedgerBench()
  const standard = await bench.ledger.readAccounts({ namespace: 'eip155', count: 2 })
  const older = await bench.ledger.readAccounts({ namespace: 'eip155', scheme: 'older', from: 1, count: 1 })
  expect([...standard, ...older].map(({ path }) => path)).toEqual([
    "m/44'/60'/0'/0/0",
    "m/44'/60'/1'/0/0",
    "m/44'/60'/0'/1",
  ])
  const [choice] = older
  if (!choice) throw new Error('Expected an account.')
  bench.ledger.choose(choice)
  await bench.session.connect({ connectorId: 'ledger', namespaces: ['eip155'] })
  await bench.ledger.verifyAddress(choice)
  expect(bench.device.controls.screens).toEqual([{ address: choice.address }])
  bench.device.controls.person = 'declines'
  await expect(bench.ledger.verifyAddress(choice)).rejects.toMatchObject({ code: 'USER_REJECTED' })
})
