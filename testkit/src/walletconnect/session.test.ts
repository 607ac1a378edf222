import { Socket } from 'node:net'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { signatureVerify } from '@polkadot/util-crypto'
import { validateSignedCacao } from '@walletconnect/utils'
import { verifyMessage, verifyTypedData } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Pair } from './pair.testing.js'
import { anvil, bitcoin, ethereum, polkadot, proposals, solana, startPair } from './pair.testing.js'
import { startTestNode } from './signers/testNode.testing.js'
import { verifyBip322P2wpkh } from './signers/verifyBip322.testing.js'

const connectSocket = Socket.prototype.connect
const strangers: string[] = []
let pair: Pair | undefined

function isLoopback(host: string | undefined): boolean {
  return !host || host === 'localhost' || host === '::1' || host.startsWith('127.')
}

beforeAll(() => {
  Socket.prototype.connect = function connect(this: Socket, ...parameters: any[]): any {
    const options = Array.isArray(parameters[0]) ? parameters[0][0] : parameters[0]
    const host = typeof options === 'object' ? options?.host : parameters[1]
    if (!isLoopback(host)) strangers.push(host)
    return connectSocket.apply(this, parameters as never)
  }
})

afterEach(async () => {
  await pair?.stop()
  pair = undefined
})

afterAll(() => {
  Socket.prototype.connect = connectSocket
})

async function started(options?: Parameters<typeof startPair>[0]): Promise<Pair> {
  pair = await startPair(options)
  return pair
}

const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`
const heard = (dapp: Pair['dapp'], event: string) => new Promise<any>((resolve) => dapp.once(event, resolve))

describe('a session between a dapp and the test wallet', () => {
  it('signs on one namespace', async () => {
    const { connect, dapp, wallet, address } = await started()
    const session = await connect()
    expect(Object.keys(session.namespaces)).toEqual(['eip155'])
    const account = address(ethereum) as `0x${string}`
    const signature: any = await dapp.request(
      { method: 'personal_sign', params: [hex('hi'), account] },
      ethereum,
    )
    expect(await verifyMessage({ address: account, message: 'hi', signature })).toBe(true)
    expect(wallet.errors).toEqual([])
  })

  it('signs on four namespaces of one session', async () => {
    const { connect, dapp, address } = await started()
    const { namespaces } = await connect(proposals)
    expect(Object.keys(namespaces).sort()).toEqual(['bip122', 'eip155', 'polkadot', 'solana'])

    const typed = {
      domain: { name: 'Test', chainId: 1 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note' as const,
      message: { text: 'hi' },
    }
    const account = address(ethereum) as `0x${string}`
    const typedSignature: any = await dapp.request(
      { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(typed)] },
      ethereum,
    )
    expect(await verifyTypedData({ ...typed, address: account, signature: typedSignature })).toBe(true)

    const message = new TextEncoder().encode('hi')
    const pubkey = address(solana)
    const onSolana: any = await dapp.request(
      { method: 'solana_signMessage', params: { message: base58.encode(message), pubkey } },
      solana,
    )
    expect(ed25519.verify(base58.decode(onSolana.signature), message, base58.decode(pubkey))).toBe(true)

    const payment = address(bitcoin)
    const onBitcoin: any = await dapp.request(
      { method: 'signMessage', params: { account: payment, message: 'hi', protocol: 'bip322' } },
      bitcoin,
    )
    expect(verifyBip322P2wpkh('hi', payment, Buffer.from(onBitcoin.signature, 'hex'))).toBe(true)
    expect(verifyBip322P2wpkh('ho', payment, Buffer.from(onBitcoin.signature, 'hex'))).toBe(false)

    const onPolkadot: any = await dapp.request(
      { method: 'polkadot_signMessage', params: { address: address(polkadot), message: 'hi' } },
      polkadot,
    )
    expect(signatureVerify('<Bytes>hi</Bytes>', onPolkadot.signature, address(polkadot)).isValid).toBe(true)
  })

  it('tells the dapp of a rejected proposal and leaves no session', async () => {
    const { connect, dapp, wallet } = await started({ policies: { proposal: 'reject' } })
    await expect(connect()).rejects.toMatchObject({ code: 5000 })
    expect(wallet.sessions).toEqual([])
    expect(dapp.session).toBeUndefined()
  })

  it('tells the dapp of rejected requests with the code the wallet chose', async () => {
    const { connect, dapp, wallet, address } = await started({
      policies: { proposal: 'approve', request: 'reject' },
    })
    await connect()
    const ask = () =>
      dapp.request({ method: 'personal_sign', params: [hex('hi'), address(ethereum)] }, ethereum)
    await expect(ask()).rejects.toMatchObject({ code: 5000 })
    wallet.setPolicies({ request: { reject: { code: 4001, message: 'No, thank you.' } } })
    await expect(ask()).rejects.toMatchObject({ code: 4001, message: 'No, thank you.' })
    wallet.setPolicies({ request: { after: 20, verdict: 'approve' } })
    await expect(ask()).resolves.toMatch(/^0x/)
  })

  it('answers what it cannot do with an error', async () => {
    const { connect, dapp, wallet, address } = await started()
    await connect()
    const stranger = `0x${'11'.repeat(20)}`
    const ask = (method: string, params: unknown[]) => dapp.request({ method, params }, ethereum)
    await expect(ask('personal_sign', [hex('hi'), stranger])).rejects.toMatchObject({ code: 4100 })
    await expect(ask('personal_sign', [42])).rejects.toMatchObject({ code: -32602 })
    const transaction = { from: address(ethereum), to: stranger, value: '0x1' }
    await expect(ask('eth_sendTransaction', [transaction])).rejects.toMatchObject({ code: -32603 })
    expect(wallet.answers.map(({ outcome }) => outcome)).toEqual(['approved', 'failed', 'failed', 'failed'])
  })

  it('grants a part of what was proposed', async () => {
    const policies = { proposal: { approve: { namespaces: ['eip155', 'solana'], chains: [anvil, solana] } } }
    const { connect, dapp, address } = await started({ policies })
    const { namespaces } = await connect(proposals)
    expect(Object.keys(namespaces).sort()).toEqual(['eip155', 'solana'])
    expect(namespaces['eip155']?.accounts).toEqual([`${anvil}:${address(anvil)}`])
    await expect(
      dapp.client.request({
        topic: dapp.session!.topic,
        chainId: ethereum,
        request: { method: 'personal_sign', params: [] },
      }),
    ).rejects.toThrow('chainId')
  })

  it('refuses a proposal it can grant nothing of', async () => {
    const { connect } = await started({ policies: { proposal: { approve: { namespaces: ['cosmos'] } } } })
    await expect(connect()).rejects.toMatchObject({ code: 5100 })
  })

  it('changes account and chain, and grows the session when it must', async () => {
    const policies = { proposal: { approve: { chains: [ethereum] } }, request: 'approve' } as const
    const { connect, dapp, wallet } = await started({ policies })
    const { topic } = await connect()
    const [first, second] = wallet.signers[0]!.addresses(ethereum)
    expect(dapp.session?.namespaces['eip155']?.accounts).toEqual([`${ethereum}:${first}`])

    const accounts = heard(dapp, 'accountsChanged')
    await wallet.selectAccount(topic, 'eip155', 1)
    expect(await accounts).toEqual([second])
    expect(dapp.session?.namespaces['eip155']?.accounts).toEqual([`${ethereum}:${second}`])

    const chain = heard(dapp, 'chainChanged')
    await wallet.switchChain(topic, anvil)
    expect(Number(await chain)).toBe(31337)
    expect(dapp.session?.namespaces['eip155']?.accounts).toEqual([
      `${ethereum}:${second}`,
      `${anvil}:${second}`,
    ])
    await expect(wallet.switchChain(topic, 'eip155:424242')).rejects.toMatchObject({ code: 4902 })
  })

  it('is asked for a chain it does not know, told of it, and goes there', async () => {
    const node = await startTestNode((_path, body) => ({
      jsonrpc: '2.0',
      id: JSON.parse(body).id,
      result: `0x${'ab'.repeat(32)}`,
    }))
    const { connect, dapp, wallet, address } = await started({ addsNetworks: true })
    const adding = 'wallet_addEthereumChain'
    const { eip155 } = proposals
    const { topic } = await connect({ eip155: { ...eip155, methods: [...eip155.methods, adding] } })
    const ask = (method: string, params: unknown[], chainId = ethereum) =>
      dapp.client.request({ topic, chainId, request: { method, params } })
    const chainId = '0x67932'
    const switching = ask('wallet_switchEthereumChain', [{ chainId }])
    await expect(switching).rejects.toMatchObject({ code: 4902 })
    const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
    const chain = { chainId, chainName: 'Chain', nativeCurrency, rpcUrls: ['https://rpc.example'] }
    await expect(ask(adding, [chain])).rejects.toMatchObject({ code: -32602 })
    const chainChanged = heard(dapp, 'chainChanged')
    await ask(adding, [{ ...chain, rpcUrls: [node.url] }])
    expect(Number(await chainChanged)).toBe(424242)
    const account = address(ethereum)
    expect(dapp.client.session.get(topic).namespaces['eip155']?.accounts).toContain(
      `eip155:424242:${account}`,
    )
    const transaction = { from: account, to: account, value: '0x1', gas: '0x5208', nonce: '0x0' }
    const fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }
    const hash = await ask('eth_sendTransaction', [{ ...transaction, ...fees }], 'eip155:424242')
    expect(hash).toBe(`0x${'ab'.repeat(32)}`)
    await node.stop()
    expect(wallet.errors).toEqual([])
  })

  it('agrees in words only, where a test wants a wallet that does not do what it says', async () => {
    const { connect, dapp, wallet } = await started({ policies: { proposal: 'approve' } })
    const { topic, namespaces } = await connect()
    const request = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x67932' }] }
    const asked = dapp.client.request({ topic, chainId: ethereum, request })
    await (await wallet.next('request')).answer(null)
    expect(await asked).toBeNull()
    expect(dapp.client.session.get(topic).namespaces).toEqual(namespaces)
    expect(wallet.answers.at(-1)).toMatchObject({ method: request.method, outcome: 'approved' })
  })

  it('extends a session', async () => {
    const { connect, dapp, wallet } = await started()
    const { topic, expiry } = await connect()
    const extended = new Promise((resolve) => dapp.client.once('session_extend', resolve))
    await wallet.extend(topic)
    await extended
    expect(dapp.client.session.get(topic).expiry).toBeGreaterThanOrEqual(expiry)
  })

  it('ends when the wallet ends it', async () => {
    const { connect, dapp, wallet } = await started()
    const { topic } = await connect()
    const deleted = heard(dapp, 'session_delete')
    await wallet.disconnect(topic)
    expect(await deleted).toMatchObject({ topic })
    expect(wallet.sessions).toEqual([])
    await expect.poll(() => dapp.client.session.length).toBe(0)
  })

  it('ends when the dapp ends it', async () => {
    const { connect, dapp, wallet } = await started()
    await connect()
    await dapp.disconnect()
    await expect.poll(() => wallet.sessions.length).toBe(0)
  })

  it('runs out on the wallet alone when told to', async () => {
    const { connect, dapp, wallet } = await started()
    const { topic } = await connect()
    await wallet.expire(topic)
    expect(wallet.sessions).toEqual([])
    expect(dapp.session?.topic).toBe(topic)
  })

  it('authenticates in one step with signed CACAOs and a session', async () => {
    const { dapp, wallet } = await started()
    const result = await dapp.authenticate({
      chains: [ethereum, anvil],
      domain: 'localhost:3000',
      uri: 'http://localhost:3000/login',
      nonce: 'abcdefgh12345678',
      statement: 'Sign in',
      methods: ['personal_sign'],
    })
    expect(result?.auths).toHaveLength(2)
    for (const cacao of result?.auths ?? []) expect(await validateSignedCacao({ cacao })).toBe(true)
    expect(wallet.sessions).toHaveLength(1)
    expect(wallet.answers).toMatchObject([{ kind: 'authentication', outcome: 'approved' }])
  })

  it('lets a test decide, once', async () => {
    const { connect, wallet } = await started({ policies: { proposal: 'queue' } })
    const connecting = connect({ eip155: proposals.eip155 })
    const proposal = await wallet.next('proposal')
    await proposal.approve()
    await connecting
    await expect(proposal.reject()).rejects.toThrow('answered already')
  })

  it('never answers when told to ignore', async () => {
    const { connect, dapp, wallet, address } = await started({
      policies: { proposal: 'approve', request: 'ignore' },
    })
    await connect()
    let settled = false
    const ask = dapp.request({ method: 'personal_sign', params: [hex('hi'), address(ethereum)] }, ethereum)
    void ask
      .finally(() => {
        settled = true
      })
      .catch(() => undefined)
    await expect.poll(() => pair!.relay.stats().acknowledged[1108]).toBe(1)
    expect(settled).toBe(false)
    expect(wallet.pending).toEqual([])
  })

  it('speaks to nobody outside the loopback interface', async () => {
    expect(strangers).toEqual([])
    await fetch('http://latchkey.invalid/').catch(() => undefined)
    expect(strangers).toEqual(['latchkey.invalid'])
  })
})
