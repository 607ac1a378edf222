import { rpcErrorFrom } from '@latchkey/kernel/chain'
import { namespaceOf, RemoteProvider, type RemoteSession } from '@latchkey/kernel/contracts'
import { type NetworkId, parse } from '@latchkey/kernel/plugin'
import { notConnected } from '@latchkey/kernel/wallet'
import { type Hex, isHex, stringToHex } from 'viem'
import * as z from 'zod/mini'
import { unsupported } from '../../errors.js'
import type { LedgerShows } from '../../LedgerService.js'
import type { ProviderOptions } from '../chainCode.js'
import { describeToken } from './describeToken.js'
import { type Ask, prepareTransaction, readTransaction } from './prepareTransaction.js'
import { sendSigned } from './sendSigned.js'
import { signMessage } from './signMessage.js'
import { signTransaction } from './signTransaction.js'
import { signTypedData } from './signTypedData.js'
import { readTypedData } from './typedData.js'

/** What the device can be asked. Everything else is read from the app's own node, or refused. */
const methods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_signTransaction',
] as const
type Method = (typeof methods)[number]

const pair = z.tuple([z.unknown(), z.unknown()])
const single = z.tuple([z.unknown()])
const longestMessage = 100_000
const text = z.string().check(z.maxLength(2 * longestMessage + 2))

/** EVM networks, as an EIP-1193 provider that the namespace's plugin makes. */
export async function createEvmProvider(options: ProviderOptions): Promise<unknown> {
  const { networks, accounts, wallets, signal } = options
  const adapter = await wallets.chain(namespaceOf(networks.current()), RemoteProvider)?.load()
  const session: RemoteSession = {
    walletName: 'Ledger',
    properties: {},
    networks: networks.all,
    rpcUrls: Object.fromEntries(networks.all.flatMap(({ id, rpcUrls }) => nodeOf(id, rpcUrls))),
    accounts: () => accounts,
    networkId: networks.current,
    networkIds: () => networks.all.map(({ id }) => id),
    methods: () => methods,
    async request({ method, params = [] }, networkId = networks.current()) {
      signal.throwIfAborted()
      const known = methods.find((own) => own === method)
      if (!known) throw unsupported('A Ledger can’t do this.', `Method: ${method}`)
      return answer(options, askOn(networkId), known, params, networkId)
    },
    switchNetwork: networks.switchTo,
    subscribe(listener) {
      const stop = networks.subscribe(() => listener())
      const end = () => listener(notConnected())
      signal.addEventListener('abort', end, { once: true })
      return () => {
        stop()
        signal.removeEventListener('abort', end)
      }
    },
  }
  /** Of one request: the person may switch networks while the device waits. */
  function askOn(networkId: NetworkId): Ask {
    const bound = { ...session, networkId: () => networkId, subscribe: () => () => undefined }
    const reader = adapter?.createProvider(bound)
    return (method, params) => askProvider(reader, method, params)
  }
  return adapter?.createProvider(session)
}

const nodeOf = (id: NetworkId, urls: readonly string[]): readonly (readonly [NetworkId, string])[] => {
  const url = urls.find((candidate) => /^https?:/.test(candidate))
  return url === undefined ? [] : [[id, url]]
}

async function askProvider(provider: unknown, method: string, params: readonly unknown[]): Promise<unknown> {
  const request: unknown =
    typeof provider === 'object' && provider !== null ? Reflect.get(provider, 'request') : undefined
  if (typeof request !== 'function') throw notConnected()
  return Reflect.apply(request, provider, [{ method, params }])
}

async function answer(
  options: ProviderOptions,
  ask: Ask,
  method: Method,
  params: unknown,
  networkId: NetworkId,
): Promise<Hex> {
  switch (method) {
    case 'personal_sign': {
      const [message, address] = parse(
        pair,
        Array.isArray(params) ? params.slice(0, 2) : params,
        'The message',
      )
      return signText(options, parse(text, message, 'The message'), address)
    }
    case 'eth_signTypedData_v4': {
      const [address, data] = parse(pair, params, 'The structured data')
      return signData(options, data, address)
    }
    case 'eth_sendTransaction':
      return sendSigned(ask, options.log, await signPayment(options, ask, params, networkId))
    case 'eth_signTransaction':
      return signPayment(options, ask, params, networkId)
  }
}

function checkAccount({ account }: ProviderOptions, address: unknown): void {
  if (typeof address === 'string' && address.toLowerCase() === account.address.toLowerCase()) return
  throw rpcErrorFrom({ code: 4100, message: 'This account is not the one that is connected.' })
}

function signText(options: ProviderOptions, message: string, address: unknown): Promise<Hex> {
  checkAccount(options, address)
  const bytes = isHex(message) ? message : stringToHex(message)
  return options.askDevice('text', (app) => signMessage(app, options.account, bytes))
}

async function signData(options: ProviderOptions, given: unknown, address: unknown): Promise<Hex> {
  checkAccount(options, address)
  const data = readTypedData(given)
  const review = options.options.descriptors
    ? await (await import('./reviewRequest.js')).reviewTypedData(options, data)
    : undefined
  return options.askDevice(
    'fields',
    (app, show) => signTypedData(app, options.account, data, () => show('hashes')),
    review,
  )
}

async function signPayment(
  options: ProviderOptions,
  ask: Ask,
  params: unknown,
  networkId: NetworkId,
): Promise<Hex> {
  const [given] = parse(single, params, 'The transaction')
  const asked = readTransaction(given, networkId)
  checkAccount(options, asked.from)
  const coin = options.networks.all.find(({ id }) => id === networkId)?.nativeCurrency
  const transaction = await prepareTransaction(ask, asked, { networkId, coin })
  const token = await describeToken(options, transaction)
  const clear: LedgerShows = token ? 'token' : 'payment'
  const review = options.options.descriptors
    ? await (await import('./reviewRequest.js')).reviewTransaction(options, transaction)
    : undefined
  return options.askDevice(
    transaction.data && !token ? 'contract' : clear,
    (app, show) =>
      signTransaction(
        app,
        options.account,
        transaction,
        token && { token, onRefused: () => show('contract') },
      ),
    review,
  )
}
