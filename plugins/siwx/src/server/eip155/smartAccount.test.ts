import { type EvmStack, ownedAccountFactoryAbi, startEvm } from '../../../../../devstack/src/evm/index.js'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  concat,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  http,
  parseAbiParameters,
  publicActions,
  size,
  toHex,
  walletActions,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMessage } from '../../message/createMessage.js'
import { checksumAddress } from '../../message/eip55.js'
import { eip155Profile } from '../../message/profiles.js'
import { evmSigner } from '../../testing/signers.js'
import { createVerifier, type Verifier } from '../createVerifier.js'
import { memoryNonces } from '../nonces/memoryNonces.js'
import { eip155 } from './eip155.js'
import { httpRpc } from './EthereumRpc.js'

type Hex = `0x${string}`

const owner = evmSigner(10)
const stranger = evmSigner(11)
const deployer = mnemonicToAccount('test test test test test test test test test test test junk')
const SALT: Hex = `0x${'07'.repeat(32)}`

let node: EvmStack
let verifier: Verifier
let factory: Hex
let chain: ReturnType<typeof connect>

function connect(url: string) {
  return createTestClient({ mode: 'anvil', chain: foundry, account: deployer, transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
}

let salts = 0x1000

/** Deploys an account of one key and gives its address. */
async function deployAccount(account: string): Promise<Hex> {
  const salt: Hex = `0x${(salts++).toString(16).padStart(64, '0')}`
  const hash = await chain.sendTransaction({ to: factory, data: createCall(account, salt) })
  await chain.waitForTransactionReceipt({ hash })
  return addressOf(account, salt)
}

const addressOf = (account: string, salt: Hex = SALT) =>
  chain.readContract({
    address: factory,
    abi: ownedAccountFactoryAbi,
    functionName: 'addressOf',
    args: [account as Hex, salt],
  })

const createCall = (account: string, salt: Hex = SALT) =>
  encodeFunctionData({ abi: ownedAccountFactoryAbi, functionName: 'create', args: [account as Hex, salt] })

const wrap = (signature: string, data: Hex = createCall(owner.address), address: Hex = factory) =>
  serializeErc6492Signature({ address, data, signature: signature as Hex })

beforeAll(async () => {
  node = await startEvm({ anvilArguments: ['--hardfork', 'prague'] })
  chain = connect(node.url)
  factory = node.contracts.ownedAccountFactory
  verifier = createVerifier({
    domain: 'app.example',
    verifiers: [eip155({ rpc: { 31337: node.url } })],
    nonces: memoryNonces(),
  })
})

const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) server.close()
  await node.stop()
})

async function textFor(address: string, chainId = 'eip155:31337') {
  return createMessage(
    {
      domain: 'app.example',
      accountAddress: checksumAddress(address),
      uri: 'https://app.example/',
      version: '1',
      chainId,
      nonce: await verifier.issueNonce(),
      issuedAt: new Date().toISOString(),
    },
    eip155Profile,
  )
}

async function signIn(address: string, sign: (text: string) => string) {
  const text = await textFor(address)
  const result = await verifier.verify({ message: text, signature: sign(text) })
  return result.ok ? result.method : result.code
}

describe('EIP-1271, on a local node', () => {
  it('accepts the owner of a deployed account and nobody else', async () => {
    const account = await deployAccount(owner.address)
    expect(await signIn(account, owner.sign)).toBe('eip1271')
    expect(await signIn(account, stranger.sign)).toBe('SIGNATURE_INVALID')
    expect(await signIn(account, () => owner.sign('another text'))).toBe('SIGNATURE_INVALID')
  })

  it('takes nothing but the whole success word for a yes', async () => {
    const account: Hex = '0x00000000000000000000000000000000000000aA'
    const answers: readonly (readonly [code: Hex, result: string])[] = [
      // Stops, and returns nothing.
      ['0x00', 'SIGNATURE_INVALID'],
      // Reverts.
      ['0x60006000fd', 'SIGNATURE_INVALID'],
      // Returns four bytes: the magic without the rest of its word.
      ['0x631626ba7e6000526004601cf3', 'SIGNATURE_INVALID'],
      // Returns the magic at the wrong end of the word.
      ['0x631626ba7e60005260206000f3', 'SIGNATURE_INVALID'],
      // Returns the calldata, which begins with the selector.
      ['0x366000600037366000f3', 'SIGNATURE_INVALID'],
      // Returns a word of ones.
      ['0x6000196000526020 6000f3'.replace(' ', '') as Hex, 'SIGNATURE_INVALID'],
      // Returns the magic and zeros.
      ['0x631626ba7e60e01b60005260206000f3', 'eip1271'],
    ]
    for (const [code, result] of answers) {
      await chain.setCode({ address: account, bytecode: code })
      expect(await signIn(account, owner.sign), code).toBe(result)
    }
  })
})

describe('EIP-7702, on a local node', () => {
  it('takes the key of a delegated account, and what its code accepts', async () => {
    const target = await deployAccount(stranger.address)
    const delegated = evmSigner(12)
    await chain.setCode({ address: delegated.address as Hex, bytecode: `0xef0100${target.slice(2)}` })
    expect(await signIn(delegated.address, delegated.sign)).toBe('eip191')
    expect(await signIn(delegated.address, stranger.sign)).toBe('eip1271')
    expect(await signIn(delegated.address, owner.sign)).toBe('SIGNATURE_INVALID')
  })

  it('delegates by a real authorization too', async () => {
    const target = await deployAccount(owner.address)
    const account = mnemonicToAccount('test test test test test test test test test test test junk', {
      addressIndex: 5,
    })
    const authorization = await chain.signAuthorization({ account, contractAddress: target })
    const hash = await chain.sendTransaction({ to: account.address, authorizationList: [authorization] })
    await chain.waitForTransactionReceipt({ hash })
    expect(await chain.getCode({ address: account.address })).toMatch(/^0xef0100/)
    const text = await textFor(account.address)
    const signature = await account.signMessage({ message: text })
    expect(await verifier.verify({ message: text, signature })).toMatchObject({ ok: true, method: 'eip191' })
  })
})

describe('ERC-6492, on a local node', () => {
  it('accepts an account that is not deployed, and deploys nothing', async () => {
    const account = await addressOf(owner.address)
    expect(await signIn(account, (text) => wrap(owner.sign(text)))).toBe('eip6492')
    expect(await chain.getCode({ address: account })).toBeUndefined()
  })

  it('refuses a wrong owner, a wrong factory call and a wrong factory', async () => {
    const account = await addressOf(owner.address)
    const other = createCall(stranger.address)
    expect(await signIn(account, (text) => wrap(stranger.sign(text)))).toBe('SIGNATURE_INVALID')
    expect(await signIn(account, (text) => wrap(stranger.sign(text), other))).toBe('SIGNATURE_INVALID')
    expect(await signIn(account, (text) => wrap(owner.sign(text), '0x'))).toBe('SIGNATURE_INVALID')
    const nobody: Hex = '0x00000000000000000000000000000000000000bb'
    expect(await signIn(account, (text) => wrap(owner.sign(text), '0x', nobody))).toBe('SIGNATURE_INVALID')
  })

  it('refuses a wrapped signature for an address without code: its call returns nothing', async () => {
    expect(await signIn(stranger.address, (text) => wrap(stranger.sign(text), '0x', factory))).toBe(
      'SIGNATURE_INVALID',
    )
    expect(await signIn(stranger.address, (text) => wrap(owner.sign(text)))).toBe('SIGNATURE_INVALID')
  })

  it('refuses a bare signature of the owner while the account has no code', async () => {
    const account = await addressOf(owner.address)
    expect(await signIn(account, owner.sign)).toBe('SIGNATURE_INVALID')
  })

  it('accepts a wrapped signature after the account is deployed', async () => {
    const salt: Hex = `0x${'08'.repeat(32)}`
    const account = await addressOf(owner.address, salt)
    const data = createCall(owner.address, salt)
    const hash = await chain.sendTransaction({ to: factory, data })
    await chain.waitForTransactionReceipt({ hash })
    expect(await signIn(account, (text) => wrap(owner.sign(text), data))).toBe('eip6492')
    expect(await signIn(account, (text) => wrap(stranger.sign(text), data))).toBe('SIGNATURE_INVALID')
    expect(await signIn(account, owner.sign)).toBe('eip1271')
  })

  it('agrees with viem on an account that is not deployed', async () => {
    const account = await addressOf(owner.address)
    const text = await textFor(account)
    for (const signature of [wrap(owner.sign(text)), wrap(stranger.sign(text))]) {
      const viem = await chain.verifyMessage({ address: account, message: text, signature })
      const ours = await verifier.verify({ message: text, signature })
      expect(ours.ok).toBe(viem)
    }
  })

  it('refuses a wrapper that cannot be decoded', async () => {
    const mark = '6492'.repeat(16)
    expect(await signIn(stranger.address, () => `0x${mark}`)).toBe('SIGNATURE_MALFORMED')
    expect(await signIn(stranger.address, () => `0x${'ff'.repeat(96)}${mark}`)).toBe('SIGNATURE_MALFORMED')
  })
})

describe('ERC-8010, on a local node', () => {
  // Takes a signature that begins with the success value, and no other.
  const delegate: Hex = '0x00000000000000000000000000000000000011e1'
  const accepted: Hex = `0x1626ba7e${'00'.repeat(96)}`
  const suffix = parseAbiParameters(
    '(uint256 chainId, address delegation, uint256 nonce, uint8 yParity, uint256 r, uint256 s), address to, bytes data',
  )

  interface Wrapping {
    readonly signature?: Hex
    readonly chainId?: number
    readonly nonce?: number
    readonly signer?: ReturnType<typeof privateKeyToAccount>
    readonly delegation?: Hex
    readonly data?: Hex
  }
  const own = () => privateKeyToAccount(generatePrivateKey())

  async function wrapDelegated(account: ReturnType<typeof privateKeyToAccount>, given: Wrapping = {}) {
    const { signature = accepted, chainId = 31337, nonce = 0, signer = account, data = '0x' } = given
    const signed = await signer.signAuthorization({ contractAddress: delegate, chainId, nonce })
    const { r, s, yParity = 0 } = signed
    const authorization = {
      chainId: BigInt(chainId),
      delegation: given.delegation ?? delegate,
      nonce: BigInt(nonce),
    }
    const encoded = encodeAbiParameters(suffix, [
      { ...authorization, yParity, r: BigInt(r), s: BigInt(s) },
      account.address,
      data,
    ])
    return concat([signature, encoded, toHex(size(encoded), { size: 32 }), `0x${'8010'.repeat(16)}`])
  }

  async function verify(account: { readonly address: Hex }, signature: Hex) {
    const message = await textFor(account.address)
    const result = await verifier.verify({ message, signature })
    return { ours: result.ok ? result.method : result.code, message }
  }

  beforeAll(() => chain.setCode({ address: delegate, bytecode: '0x60643560e01c60e01b60005260206000f3' }))

  it.each<[string, Wrapping]>([
    ['for this chain', {}],
    ['for every chain', { chainId: 0 }],
    ['with a call that sets it up', { data: '0x12345678' }],
  ])('accepts an account that authorized its code %s, and leaves it without', async (_, given) => {
    const account = own()
    expect((await verify(account, await wrapDelegated(account, given))).ours).toBe('eip8010')
    expect(await chain.getCode({ address: account.address })).toBeUndefined()
  })

  it.each<[string, Wrapping]>([
    ['a signature that the code refuses', { signature: `0x${'11'.repeat(65)}` }],
    ['an authorization for another chain', { chainId: 1 }],
    ['an authorization that can’t be used any more', { nonce: 7 }],
    ['an authorization by somebody else', { signer: own() }],
    ['an authorization of other code', { delegation: '0x00000000000000000000000000000000000011e2' }],
  ])('refuses %s', async (_, given) => {
    const account = own()
    expect((await verify(account, await wrapDelegated(account, given))).ours).toBe('SIGNATURE_INVALID')
  })

  it('asks the code of an account that has it already, and no other code', async () => {
    const account = own()
    const signature = await wrapDelegated(account, { nonce: 3 })
    await chain.setCode({ address: account.address, bytecode: concat(['0xef0100', delegate]) })
    expect((await verify(account, signature)).ours).toBe('eip8010')
    await chain.setCode({ address: account.address, bytecode: concat(['0xef0100', factory]) })
    expect((await verify(account, signature)).ours).toBe('SIGNATURE_INVALID')
  })

  it('agrees with viem', async () => {
    for (const given of [{}, { chainId: 0 }, { signer: own() }, { signature: '0x22' }] satisfies Wrapping[]) {
      const account = own()
      const signature = await wrapDelegated(account, given)
      const { ours, message } = await verify(account, signature)
      const viem = await chain.verifyMessage({ address: account.address, message, signature })
      expect(ours === 'eip8010').toBe(viem)
    }
  })

  it('calls malformed what can’t be decoded, and unsupported what needs a node or code', async () => {
    const account = own()
    const mark = '8010'.repeat(16)
    expect((await verify(account, `0x${mark}`)).ours).toBe('SIGNATURE_MALFORMED')
    expect((await verify(account, `0x${'ff'.repeat(400)}${mark}`)).ours).toBe('SIGNATURE_MALFORMED')
    expect((await verify(account, `0x${'12'.repeat(130)}`)).ours).toBe('SIGNATURE_KIND_UNSUPPORTED')
    const without = createVerifier({ domain: 'app.example', verifiers: [eip155()], nonces: memoryNonces() })
    const message = (await textFor(account.address)).replace(
      /Nonce: .*/,
      `Nonce: ${await without.issueNonce()}`,
    )
    const signature = await wrapDelegated(account)
    expect(await without.verify({ message, signature })).toMatchObject({ code: 'SIGNATURE_KIND_UNSUPPORTED' })
  })
})

describe('a node that does not answer', () => {
  /** A verifier whose node is down until `up` is called. */
  function startDown() {
    let isUp = false
    const rpc = httpRpc(node.url)
    const dead = httpRpc('http://127.0.0.1:9')
    const flaky = createVerifier({
      domain: 'app.example',
      verifiers: [eip155({ rpc: { 31337: (...call) => (isUp ? rpc : dead)(...call) } })],
      nonces: memoryNonces(),
    })
    const up = () => {
      isUp = true
    }
    const textOf = async (address: string) =>
      (await textFor(address)).replace(/Nonce: .*/, `Nonce: ${await flaky.issueNonce()}`)
    return { flaky, up, textOf }
  }

  it('is not needed by the key of an account', async () => {
    const { flaky, textOf } = startDown()
    const message = await textOf(stranger.address)
    const verdict = await flaky.verify({ message, signature: stranger.sign(message) })
    expect(verdict).toMatchObject({ ok: true, method: 'eip191' })
    const again = await flaky.verify({ message, signature: stranger.sign(message) })
    expect(again).toMatchObject({ code: 'NONCE_USED' })
  })

  it('refuses a contract for now, and takes the same sign-in once the node is back, once', async () => {
    const { flaky, up, textOf } = startDown()
    const account = await deployAccount(owner.address)
    const message = await textOf(account)
    const asked = { message, signature: owner.sign(message) }
    expect(await flaky.verify(asked)).toMatchObject({ code: 'CHAIN_UNREACHABLE' })
    expect(await flaky.verify(asked)).toMatchObject({ code: 'CHAIN_UNREACHABLE' })
    up()
    expect(await flaky.verify(asked)).toMatchObject({ ok: true, method: 'eip1271' })
    expect(await flaky.verify(asked)).toMatchObject({ code: 'NONCE_USED' })
  })

  it('gives no second check once the contract said no', async () => {
    const { flaky, up, textOf } = startDown()
    const message = await textOf(await deployAccount(owner.address))
    const forged = { message, signature: stranger.sign(message) }
    expect(await flaky.verify(forged)).toMatchObject({ code: 'CHAIN_UNREACHABLE' })
    up()
    expect(await flaky.verify(forged)).toMatchObject({ code: 'SIGNATURE_INVALID' })
    expect(await flaky.verify({ message, signature: owner.sign(message) })).toMatchObject({
      code: 'NONCE_USED',
    })
  })

  it('lets one of many copies sent at once be checked, and releases what that one used', async () => {
    const { flaky, up, textOf } = startDown()
    const message = await textOf(await deployAccount(owner.address))
    const asked = { message, signature: owner.sign(message) }
    await Promise.all(Array.from({ length: 10 }, () => flaky.verify(asked)))
    up()
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => flaky.verify(asked)))
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('keeps the nonce of a verifier that fails, and throws', async () => {
    let isBroken = true
    const ours = eip155()
    const verifier = createVerifier({
      domain: 'app.example',
      verifiers: [
        {
          ...ours,
          verifySignature: (request) => {
            if (isBroken) throw new Error('the module is not loaded')
            return ours.verifySignature(request)
          },
        },
      ],
      nonces: memoryNonces(),
    })
    const message = (await textFor(owner.address)).replace(
      /Nonce: .*/,
      `Nonce: ${await verifier.issueNonce()}`,
    )
    const asked = { message, signature: owner.sign(message) }
    await expect(verifier.verify(asked)).rejects.toThrow('not loaded')
    isBroken = false
    expect(await verifier.verify(asked)).toMatchObject({ ok: true })
  })

  it.each([
    [{ code: -32005, message: 'limit exceeded' }],
    [{ code: -32603, message: 'Internal error' }],
    [{ code: -32000, message: 'header not found' }],
    [{ code: -32601, message: 'the method eth_call does not exist/is not available' }],
    [{ code: 429, message: 'Too many requests' }],
    [{}],
    ['busy'],
  ])('does not take its own trouble for a no of the account: %j', async (error) => {
    const account = await deployAccount(owner.address)
    const wrapped = wrap(owner.sign('anything'))
    for (const address of [account, await addressOf(owner.address, `0x${'99'.repeat(32)}`)]) {
      const text = await textFor(address)
      const signature = address === account ? owner.sign(text) : wrapped
      const verify = await failingAtCall(error, text)
      expect(await verify(signature)).toMatchObject({ ok: false, code: 'CHAIN_UNREACHABLE' })
    }
  })

  it.each([
    [{ code: 3, message: 'execution reverted: no', data: '0x' }],
    [{ code: -32000, message: 'execution reverted' }],
    [{ code: -32000, message: 'invalid opcode: INVALID' }],
    [{ code: -32000, message: 'out of gas' }],
    [{ code: -32000, message: 'stack underflow (0 <=> 2)' }],
    [{ code: -32015, message: 'VM execution error.', data: 'Reverted 0x' }],
    [{ code: -32603, message: 'EVM error InvalidFEOpcode' }],
    [{ code: -32603, message: 'VM Exception while processing transaction: revert' }],
  ])('takes a call that fails in the account for a no: %j', async (error) => {
    const account = await deployAccount(owner.address)
    const text = await textFor(account)
    const verify = await failingAtCall(error, text)
    expect(await verify(owner.sign(text))).toMatchObject({ ok: false, code: 'SIGNATURE_INVALID' })
  })

  it('does not take an answer that is no hexadecimal for a no', async () => {
    const account = await deployAccount(owner.address)
    for (const answer of [null, 7, 'yes', {}]) {
      const text = await textFor(account)
      const odd = createVerifier({
        domain: 'app.example',
        verifiers: [
          eip155({
            rpc: {
              31337: (method, ...rest) =>
                method === 'eth_call' ? Promise.resolve(answer) : httpRpc(node.url)(method, ...rest),
            },
          }),
        ],
        nonces: memoryNonces(),
      })
      const message = text.replace(/Nonce: .*/, `Nonce: ${await odd.issueNonce()}`)
      const result = await odd.verify({ message, signature: owner.sign(message) })
      expect(result).toMatchObject({ ok: false, code: 'CHAIN_UNREACHABLE' })
    }
  })

  /** A verifier whose node answers `eth_call` with a JSON-RPC error, over real HTTP. */
  async function failingAtCall(error: unknown, text: string) {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', async () => {
        const body = Buffer.concat(chunks).toString()
        const call = JSON.parse(body)
        const answer =
          call.method === 'eth_call'
            ? JSON.stringify({ jsonrpc: '2.0', id: call.id, error })
            : await (
                await fetch(node.url, {
                  method: 'POST',
                  headers: { 'content-type': 'application/json' },
                  body,
                })
              ).text()
        response.end(answer)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const failing = createVerifier({
      domain: 'app.example',
      verifiers: [eip155({ rpc: { 31337: url } })],
      nonces: { ...memoryNonces(), consume: async () => 'live' },
    })
    return (signature: string) => failing.verify({ message: text, signature })
  }

  it('stops reading an answer that goes on', async () => {
    const server = createServer((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('"'.repeat(65_536)));
        response.once('drain', write)
      }
      write()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    const rpc = httpRpc(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 100_000)
    await expect(rpc('eth_getCode', [])).rejects.toThrow(
      'The Ethereum node did not answer eth_getCode: it answered with more than 1 MiB.',
    )
  })

  it('says what the node did wrong', async () => {
    const answers: readonly unknown[] = ['no code', 7, null, '0xabc']
    for (const answer of answers) {
      const odd = createVerifier({
        domain: 'app.example',
        verifiers: [eip155({ rpc: { 31337: async () => answer } })],
        nonces: memoryNonces(),
      })
      const text = (await textFor(stranger.address)).replace(/Nonce: .*/, `Nonce: ${await odd.issueNonce()}`)
      const result = await odd.verify({ message: text, signature: owner.sign(text) })
      expect(result).toMatchObject({ ok: false, code: 'CHAIN_UNREACHABLE' })
      expect(result.ok ? '' : result.detail).toContain('hexadecimal')
    }
  })
})
