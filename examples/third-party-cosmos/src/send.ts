import { invalidAnswer, readField, submitOnce } from '@latchkey/kernel/chain'
import { capability, Send } from '@latchkey/kernel/contracts'
import { lazy } from '@latchkey/kernel/plugin'
import { base64 } from '@scure/base'
import { isCosmosAddress } from './address.js'
import { coins, networkOf } from './amounts.js'
import { CosmosProvider, type KeplrProvider } from './keplr.js'
import { keplrErrorFrom } from './keplrErrors.js'
import type { CosmosNetwork } from './networks.js'
import { type Node, type Question, refusal } from './node.js'
import { type PaymentParts, type SignDocument, signDocument } from './signDocument.js'
import { sortedJson } from './sortedJson.js'

/** A simulation may need less than the chain does a moment later: 4 parts of 10 more. */
const margin = { parts: 14n, of: 10n }

const loadWriter = () => lazy('The Cosmos SDK', () => import('./lazy/writeTransaction.js'))

/** A node's code for a transaction that waits there already (Cosmos SDK, `ErrTxInMempoolCache`). */
const inMempool = 19

interface Tools {
  readonly node: Node
  readonly networks: readonly CosmosNetwork[]
  readonly writer: ReturnType<typeof loadWriter>
}

/** Prices a payment by having the chain try it out, with a signature that it doesn't look at. */
async function quote(
  { node, networks, writer }: Tools,
  question: Question,
  provider: KeplrProvider,
  from: string,
  to: string,
  amount: bigint,
) {
  const network = networkOf(networks, question.networkId)
  const { chainId, denom, gasPrice } = network
  const [account, balance, publicKey] = await Promise.all([
    node.account(question, from),
    node.balance(question, from, denom),
    readKey(provider, chainId),
  ])
  if (!account) throw notEnough()
  const parts = { chainId, denom, ...account, from, to, amount, gas: 0n, fee: 0n }
  const { writeTransaction } = await writer()
  const unsigned = writeTransaction(signDocument(parts), publicKey, new Uint8Array(64))
  const gas = ((await node.gasOf(question, unsigned)) * margin.parts) / margin.of
  const fee = (gas * gasPrice.amount + gasPrice.per - 1n) / gasPrice.per
  return { network, balance, publicKey, parts: { ...parts, gas, fee } }
}

export const send = (node: Node, networks: readonly CosmosNetwork[]) => {
  const writer = loadWriter()
  const tools = { node, networks, writer }
  return capability(Send, CosmosProvider, {
    tokens: false,
    async prepare({ networkId, from, to, amount: asked, everything, provider, signal }) {
      const question = { networkId, signal }
      if (!isCosmosAddress(to, [networkOf(networks, networkId).bech32Prefix])) {
        throw refusal('ADDRESS_INVALID', 'This is no address of this network. Check the recipient.')
      }
      if (!everything && asked <= 0n) throw refusal('AMOUNT_INVALID', 'Enter an amount above zero.')
      const quoted = await quote(tools, question, provider, from.address, to, everything ? 1n : asked)
      const { network, balance, publicKey } = quoted
      const amount = everything ? balance - quoted.parts.fee : asked
      if (amount <= 0n || amount + quoted.parts.fee > balance) throw notEnough()
      const parts: PaymentParts = { ...quoted.parts, amount }
      const { submit, isHandedOver } = submitOnce(async (handingOver) => {
        const { writeTransaction } = await writer()
        const document = signDocument(parts)
        const signature = await sign(provider, document, handingOver)
        const bytes = writeTransaction(document, publicKey, signature)
        const { code, txhash } = await node.broadcast({ networkId }, bytes)
        // A node refuses what another one has taken, too: its word is no proof that nothing was sent.
        if (code === 0 || code === inMempool || (await node.isKnown({ networkId }, txhash)))
          return followed(node, networkId, txhash)
        throw refusal(
          'TRANSACTION_REFUSED',
          'The network refused the payment. Check the account before you send again.',
        )
      })
      return {
        amount: coins(network, amount),
        fee: coins(network, parts.fee),
        notices: [],
        submit: () => submit(),
        isHandedOver,
      }
    },
    async maximum({ networkId, from, to, provider, signal }) {
      const { network, balance, parts } = await quote(
        tools,
        { networkId, signal },
        provider,
        from.address,
        to,
        1n,
      )
      return coins(network, balance > parts.fee ? balance - parts.fee : 0n)
    },
    follow: async ({ networkId, id }) => followed(node, networkId, id),
  })
}

const followed = (node: Node, networkId: Question['networkId'], id: string) => ({
  id,
  wait: async (signal?: AbortSignal) => ({ status: await node.decision({ networkId, signal }, id) }),
})

const notEnough = () =>
  refusal('INSUFFICIENT_FUNDS', 'There isn’t enough for the amount and the network fee. Send less.')

async function readKey(provider: KeplrProvider, chainId: string): Promise<Uint8Array> {
  const answer: unknown = await provider.getKey(chainId).catch((error: unknown) => {
    throw keplrErrorFrom(error, { method: 'getKey' })
  })
  const key = readField(answer, 'pubKey')
  if (key instanceof Uint8Array && key.length === 33) return key
  throw invalidAnswer('The wallet', 'getKey', typeof key)
}

/** Has the wallet sign, and takes the signature only for exactly what was asked. */
async function sign(provider: KeplrProvider, document: SignDocument, handingOver: () => void) {
  const signer = document.msgs[0].value.from_address
  const options = { preferNoSetFee: true, preferNoSetMemo: true }
  handingOver()
  const answer: unknown = await provider
    .signAmino(document.chain_id, signer, document, options)
    .catch((error: unknown) => {
      throw keplrErrorFrom(error)
    })
  const signature = readField(readField(answer, 'signature'), 'signature')
  const isSame = sortedJson(readField(answer, 'signed')) === sortedJson(document)
  if (!isSame || typeof signature !== 'string' || !/^[a-z\d+/]{86}==$/i.test(signature)) {
    throw invalidAnswer('The wallet', 'signAmino', isSame ? typeof signature : 'another document')
  }
  return base64.decode(signature)
}
