import { type BitcoinStack, startBitcoin } from '@latchkey/devstack/bitcoin'
import { base64, hex } from '@scure/base'
import { Address, OutScript, RawTx, SigHash, Transaction, WIF } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bip322MessageHash, bip322ToSign, bip322ToSpendId, signBip322 } from './bip322.js'
import { deriveAccount } from './bitcoinKeys.js'
import { bitcoinNetworks } from './bitcoinNetworks.js'
import { type BitcoinTestWalletOptions, createBitcoinTestWallet } from './createBitcoinTestWallet.js'
import vectors from './vectors/bip322_basic.json' with { type: 'json' }

let stack: BitcoinStack
beforeAll(async () => {
  stack = await startBitcoin()
})
afterAll(() => stack.stop())

let seeds = 0
/** Every wallet gets a seed of its own, so that no test spends another's coins. */
function createWallet(options: BitcoinTestWalletOptions = {}) {
  seeds += 1
  const seed = seeds.toString(16).padStart(64, '0')
  return createBitcoinTestWallet({ seed, esploraUrl: stack.url, permitted: true, ...options })
}

const { parameters } = bitcoinNetworks.regtest
const post = async (body: string) => {
  const response = await fetch(`${stack.url}/tx`, { method: 'POST', body })
  return { status: response.status, body: await response.text() }
}
const result = async (answer: Promise<unknown>) => ((await answer) as { result: any }).result
const scriptOf = (address: string) => OutScript.encode(Address(parameters).decode(address))

/** A PSBT that spends one funded output of `from` to `to`. */
async function spending(from: string, to: string, amount = 50_000n) {
  const txid = await stack.faucet(from, amount)
  const transaction = new Transaction()
  transaction.addInput({ txid, index: 0, witnessUtxo: { script: scriptOf(from), amount } })
  transaction.addOutputAddress(to, amount - 500n, parameters)
  return transaction.toPSBT()
}

describe('keys', () => {
  it('are those of BIP-84 and BIP-86', () => {
    const phrase =
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
    const account = deriveAccount(phrase, 0, bitcoinNetworks.mainnet)
    expect(account.payment.address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(account.ordinals.address).toBe('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')
    expect(deriveAccount(phrase, 0, bitcoinNetworks.regtest).payment.address).toMatch(/^bcrt1q/)
  })
})

describe('BIP-322', () => {
  const hashes = vectors.cases.filter((one) => one.group === 'tx_hashes')

  it.each(hashes)(
    'builds the transactions of the specification: $id',
    ({ message, address, ...expected }) => {
      const script = OutScript.encode(Address().decode(address))
      expect(hex.encode(bip322MessageHash(message))).toBe(expected.message_hash)
      expect(bip322ToSpendId(message, script)).toBe(expected.to_spend_tx_hash)
      const unsigned = RawTx.encode({
        ...RawTx.decode(bip322ToSign(message, script).unsignedTx),
        segwitFlag: false,
      })
      expect(Transaction.fromRaw(unsigned, { allowUnknownOutputs: true, allowUnknownVersion: true }).id).toBe(
        expected.to_sign_tx_hash,
      )
    },
  )

  it('gives the signatures of the specification for one key', () => {
    const cases = vectors.cases.filter((one) => one.type === 'p2wpkh')
    expect(cases.length).toBeGreaterThan(0)
    for (const { message, address, private_keys: keys, bip322_signatures: signatures } of cases) {
      const privateKey = WIF().decode(keys![0]!)
      const script = OutScript.encode(Address().decode(address))
      const key = {
        ...deriveAccount('00'.repeat(32), 0, bitcoinNetworks.mainnet).payment,
        address,
        privateKey,
        script,
      }
      expect(signatures!.map((signature) => signature.replace(/^smp/, ''))).toContain(
        signBip322(message, key),
      )
    }
  })
})

describe('the sats-connect provider', () => {
  it('connects, names both addresses and answers refusals with its own codes', async () => {
    const { satsConnect, control, accounts } = createWallet({ permitted: false })
    expect(await satsConnect.request('wallet_getAccount')).toMatchObject({ error: { code: -32002 } })
    control.rejectNext('wallet_connect')
    expect(await satsConnect.request('wallet_connect')).toMatchObject({ error: { code: -32000 } })
    const { addresses, network } = await result(satsConnect.request('wallet_connect', null))
    expect(addresses).toEqual([
      expect.objectContaining({ address: accounts[0]!.payment, purpose: 'payment', addressType: 'p2wpkh' }),
      expect.objectContaining({ address: accounts[0]!.ordinals, purpose: 'ordinals', addressType: 'p2tr' }),
    ])
    expect(addresses[0].publicKey).toHaveLength(66)
    expect(addresses[1].publicKey).toHaveLength(64)
    expect(network.bitcoin.name).toBe('Regtest')
    const ordinals = await result(satsConnect.request('getAccounts', { purposes: ['ordinals'] }))
    expect(ordinals).toHaveLength(1)
    expect(await satsConnect.request('stx_signMessage')).toMatchObject({ error: { code: -32001 } })
    expect(await satsConnect.request('constructor')).toMatchObject({ error: { code: -32001 } })
    expect(await satsConnect.request('signMessage', {})).toMatchObject({ error: { code: -32602 } })
    control.garbage('throwsString', 'getInfo')
    expect(await satsConnect.request('getInfo')).toMatchObject({
      error: { code: -32603, message: 'rejected' },
    })
  })

  it('tells of changed accounts and of the end', () => {
    const { satsConnect, control, accounts } = createWallet()
    const seen: string[] = []
    const leave = satsConnect.addListener('accountChange', (event) => {
      seen.push((event as { addresses: { address: string }[] }).addresses[0]?.address ?? '')
    })
    satsConnect.addListener({ eventName: 'disconnect', cb: () => seen.push('disconnect') })
    control.switchAccount(accounts[1]!.payment)
    control.lock()
    control.unlock()
    control.disconnect()
    expect(seen).toEqual([accounts[1]!.payment, '', accounts[1]!.payment, 'disconnect'])
    leave()
    expect(control.listenerCount('accountChange')).toBe(0)
  })

  it.each(['payment', 'ordinals'] as const)(
    'signs messages with the %s address, which others verify',
    async (purpose) => {
      const { satsConnect, accounts } = createWallet()
      const address = accounts[0]![purpose]
      const message = 'Sign in ✓'
      for (const protocol of purpose === 'payment' ? ['ECDSA', 'BIP322'] : ['BIP322']) {
        const answer = await result(satsConnect.request('signMessage', { address, message, protocol }))
        expect(answer).toMatchObject({ address, protocol })
        expect(Verifier.verifySignature(address, message, answer.signature)).toBe(true)
        expect(Verifier.verifySignature(address, `${message}!`, answer.signature)).toBe(false)
      }
      const usual = await result(satsConnect.request('signMessage', { address, message }))
      expect(usual.protocol).toBe(purpose === 'payment' ? 'ECDSA' : 'BIP322')
    },
  )

  it('refuses ECDSA with taproot, and addresses that are not its own', async () => {
    const { satsConnect, accounts } = createWallet()
    const message = 'x'
    const taproot = { address: accounts[0]!.ordinals, message, protocol: 'ECDSA' }
    expect(await satsConnect.request('signMessage', taproot)).toMatchObject({ error: { code: -32602 } })
    const hidden = { address: accounts[1]!.payment, message }
    expect(await satsConnect.request('signMessage', hidden)).toMatchObject({ error: { code: -32002 } })
  })

  it.each(['payment', 'ordinals'] as const)('spends the %s address by PSBT', async (purpose) => {
    const { satsConnect, accounts } = createWallet()
    const from = accounts[0]![purpose]
    const psbt = base64.encode(await spending(from, accounts[0]!.payment))
    const signed = await result(satsConnect.request('signPsbt', { psbt, signInputs: { [from]: [0] } }))
    const transaction = Transaction.fromPSBT(base64.decode(signed.psbt))
    expect(transaction.isFinal).toBe(false)
    transaction.finalize()

    const forged = RawTx.decode(transaction.extract())
    forged.witnesses![0]![0]![12]! ^= 1
    const refusal = await post(hex.encode(RawTx.encode(forged)))
    expect(refusal.status).toBe(400)
    expect(refusal.body).toMatch(/Signature must be zero|Invalid Schnorr signature/)

    const { status, body: txid } = await post(hex.encode(transaction.extract()))
    expect(status, txid).toBe(200)
    await stack.mine()
    const found = await (await fetch(`${stack.url}/tx/${txid}`)).json()
    expect(found.status.confirmed).toBe(true)
    expect(found.vin[0].prevout.scriptpubkey_address).toBe(from)
  })

  it('broadcasts when asked, finds its own inputs, and leaves those of others alone', async () => {
    const { satsConnect, accounts } = createWallet()
    const { payment } = accounts[0]!
    const psbt = base64.encode(await spending(payment, payment))
    const { txid } = await result(satsConnect.request('signPsbt', { psbt, broadcast: true }))
    expect(txid).toMatch(/^[0-9a-f]{64}$/)

    const other = createWallet()
    const theirs = { psbt, signInputs: { [other.accounts[0]!.payment]: [0] } }
    const wrong = await other.satsConnect.request('signPsbt', theirs)
    expect(wrong).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('does not belong to') },
    })
    const missing = { psbt, signInputs: { [payment]: [1] } }
    expect(await satsConnect.request('signPsbt', missing)).toMatchObject({ error: { code: -32602 } })
    expect(await satsConnect.request('signPsbt', { psbt: 'nonsense' })).toMatchObject({
      error: { code: -32602 },
    })
  })

  it('sends a transfer with change, and says when there is too little', async () => {
    const { satsConnect, accounts } = createWallet({ feeRate: 3 })
    const from = accounts[0]!.payment
    const to = accounts[1]!.payment
    await stack.faucet(from, 60_000n)
    await stack.faucet(from, 40_000n)
    const recipients = [{ address: to, amount: 70_000 }]
    const { txid } = await result(satsConnect.request('sendTransfer', { recipients }))
    await stack.mine()
    const found = await (await fetch(`${stack.url}/tx/${txid}`)).json()
    const virtualSize = Math.ceil(found.weight / 4)
    expect(found.fee).toBeGreaterThanOrEqual(virtualSize * 3)
    expect(found.fee).toBeLessThan((virtualSize + 5) * 3)
    expect(await stack.balanceOf(to)).toBe(70_000n)
    expect(await stack.balanceOf(from)).toBe(30_000n - BigInt(found.fee))
    expect(await result(satsConnect.request('getBalance'))).toMatchObject({
      confirmed: `${30_000 - found.fee}`,
    })
    const tooMuch = await satsConnect.request('sendTransfer', { recipients })
    expect(tooMuch).toMatchObject({ error: { code: -32603, message: expect.stringContaining('too little') } })
    const foreign = { recipients: [{ address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', amount: 1000 }] }
    expect(await satsConnect.request('sendTransfer', foreign)).toMatchObject({ error: { code: -32602 } })
  })
})

describe('the UniSat-style provider', () => {
  it('asks once, shows one address and rejects with 4001', async () => {
    const { unisat, control, accounts } = createWallet({ permitted: false })
    expect(await unisat.getAccounts()).toEqual([])
    control.rejectNext('requestAccounts')
    await expect(unisat.requestAccounts()).rejects.toMatchObject({ code: 4001 })
    expect(await unisat.requestAccounts()).toEqual([accounts[0]!.payment])
    expect(await unisat.getPublicKey()).toHaveLength(66)
    expect(await unisat.getNetwork()).toBe('testnet')
    expect(await unisat.getChain()).toEqual({ enum: 'BITCOIN_REGTEST', network: 'testnet' })
    const changes: unknown[] = []
    const listener = (list: unknown) => changes.push(list)
    unisat.on('accountsChanged', listener as never)
    control.switchAccount(accounts[1]!.payment)
    await unisat.disconnect()
    expect(changes).toEqual([[accounts[1]!.payment], []])
    unisat.removeListener('accountsChanged', listener as never)
    expect(control.listenerCount('accountsChanged')).toBe(0)
  })

  it('signs messages by both protocols', async () => {
    const { unisat, accounts } = createWallet()
    const address = accounts[0]!.payment
    for (const type of ['ecdsa', 'bip322-simple']) {
      const signature = await unisat.signMessage('Hello', type)
      expect(Verifier.verifySignature(address, 'Hello', signature)).toBe(true)
      expect(Verifier.verifySignature(address, 'Hallo', signature)).toBe(false)
    }
    await expect(unisat.signMessage('Hello', 'schnorr')).rejects.toThrow()
  })

  it('signs, finalises and pushes a taproot PSBT', async () => {
    const { unisat, accounts } = createWallet({ unisatPurpose: 'ordinals' })
    const { ordinals } = accounts[0]!
    const psbt = hex.encode(await spending(ordinals, ordinals))
    const open = await unisat.signPsbt(psbt, {
      autoFinalized: false,
      toSignInputs: [{ index: 0, sighashTypes: [SigHash.DEFAULT] }],
    })
    expect(Transaction.fromPSBT(hex.decode(open)).isFinal).toBe(false)
    const txid = await unisat.pushPsbt(await unisat.signPsbt(psbt))
    await stack.mine()
    expect((await (await fetch(`${stack.url}/tx/${txid}/status`)).json()).confirmed).toBe(true)
    await expect(unisat.signPsbt('00')).rejects.toMatchObject({ code: -32602 })
  })

  it('sends bitcoin at the fee rate it is given', async () => {
    const { unisat, accounts } = createWallet()
    await stack.faucet(accounts[0]!.payment, 50_000n)
    const txid = await unisat.sendBitcoin(accounts[1]!.payment, 20_000, { feeRate: 5 })
    await stack.mine()
    expect(await stack.balanceOf(accounts[1]!.payment)).toBe(20_000n)
    const { fee, weight } = await (await fetch(`${stack.url}/tx/${txid}`)).json()
    expect(fee).toBeGreaterThanOrEqual(Math.ceil(weight / 4) * 5)
  })
})

describe('the Bitcoin Wallet Standard', () => {
  it('connects by purpose and tells of changes', async () => {
    const { wallet, control, accounts } = createWallet({ permitted: false })
    expect(wallet.accounts).toEqual([])
    const answer = await wallet.features['bitcoin:connect'].connect({ purposes: ['payment'] })
    expect(answer.accounts.map(({ address }) => address)).toEqual([accounts[0]!.payment])
    expect(wallet.accounts.map(({ purpose }) => purpose)).toEqual(['payment', 'ordinals'])
    expect(wallet.accounts[0]!.chains).toEqual(['bitcoin:regtest'])
    const changes: unknown[] = []
    wallet.features['bitcoin:events'].on('change', (properties) => changes.push(properties))
    control.switchAccount(accounts[1]!.payment)
    expect(changes).toEqual([{ accounts: wallet.accounts }])
    await wallet.features['bitcoin:disconnect'].disconnect()
    expect(wallet.accounts).toEqual([])
  })

  it('signs messages by BIP-322', async () => {
    const { wallet } = createWallet()
    for (const account of wallet.accounts) {
      const message = new TextEncoder().encode('Hello')
      const [output] = await wallet.features['bitcoin:signMessage'].signMessage({ account, message })
      expect(output!.signedMessage).toEqual(message)
      expect(Verifier.verifySignature(account.address, 'Hello', base64.encode(output!.signature))).toBe(true)
    }
  })

  it('signs what was asked even if the page changes it while the user decides', async () => {
    const { wallet, control } = createWallet({ approval: 'ask' })
    const [account] = wallet.accounts
    const psbt = await spending(account!.address, account!.address)
    const inputsToSign = [{ account: account!, signingIndexes: [0] }]
    const answer = wallet.features['bitcoin:signTransaction'].signTransaction({ psbt, inputsToSign })
    await control.waitForPending('bitcoin:signTransaction')
    const honest = Transaction.fromPSBT(psbt).getOutput(0).amount
    psbt.fill(0)
    control.approve()
    const [output] = await answer
    expect(Transaction.fromPSBT(output!.signedPsbt).getOutput(0).amount).toBe(honest)
  })

  it('signs and sends', async () => {
    const { wallet } = createWallet()
    const [, ordinals] = wallet.accounts
    const psbt = await spending(ordinals!.address, ordinals!.address)
    const inputsToSign = [{ account: ordinals!, signingIndexes: [0] }]
    const { signAndSendTransaction } = wallet.features['bitcoin:signAndSendTransaction']
    const [output] = await signAndSendTransaction({ psbt, inputsToSign, chain: 'bitcoin:regtest' })
    await stack.mine()
    expect((await (await fetch(`${stack.url}/tx/${output!.txId}/status`)).json()).confirmed).toBe(true)
    const elsewhere = signAndSendTransaction({ psbt, inputsToSign, chain: 'bitcoin:mainnet' })
    await expect(elsewhere).rejects.toMatchObject({ code: -32602 })
  })
})
