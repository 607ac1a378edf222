import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { getSdkError } from '@walletconnect/utils'
import type { SelectedAccounts } from './approvedNamespaces.js'
import { approveNamespaces } from './approvedNamespaces.js'
import { signAuthentication } from './authentication.js'
import type { Signer } from './signers/signer.js'
import { unsupportedMethod, WalletError } from './walletError.js'
import type { Answer, Decision, PartialApproval, Rejection } from './walletPolicy.js'
import { userRejected } from './walletPolicy.js'

/** What the wallet tells of itself with a session (CAIP-25). */
export interface SettledProperties {
  readonly sessionProperties?: Record<string, string>
  readonly scopedProperties?: Record<string, string>
}

export interface WalletDecisionsOptions {
  readonly kit: IWalletKit
  readonly signers: readonly Signer[]
  readonly properties: SettledProperties
  selectedAccounts(): SelectedAccounts
  switchChain(topic: string, chainId: string): Promise<void>
  onAnswer(answer: Answer): void
}

export interface WalletDecisions {
  forProposal(event: WalletKitTypes.SessionProposal): Decision
  forRequest(event: WalletKitTypes.SessionRequest): Decision
  forAuthentication(event: WalletKitTypes.SessionAuthenticate): Decision
}

type Facts = Pick<Decision, 'kind' | 'id' | 'topic' | 'method' | 'chainId' | 'params'>

interface Handlers {
  approve(approval: PartialApproval): Promise<void>
  reject(rejection: Rejection): Promise<void>
  answer?(result: unknown): Promise<void>
}

/** Turns what the client library reports into decisions that can be approved or rejected once. */
export function createWalletDecisions(options: WalletDecisionsOptions): WalletDecisions {
  const { kit, signers, selectedAccounts, switchChain, onAnswer } = options

  function decision(facts: Facts, handlers: Handlers): Decision {
    let answered = false
    function answerOnce(): void {
      if (answered) throw new Error(`The ${facts.kind} ${facts.id} is answered already.`)
      answered = true
    }
    const { kind, id, method, chainId } = facts
    const record = (outcome: Answer['outcome']) => onAnswer({ kind, id, method, chainId, outcome })
    return {
      ...facts,
      async approve(approval = {}) {
        answerOnce()
        try {
          await handlers.approve(approval)
          record('approved')
        } catch (error) {
          if (!(error instanceof WalletError)) throw error
          record('failed')
          await handlers.reject({ code: error.code, message: error.message })
        }
      },
      async reject(rejection = userRejected) {
        answerOnce()
        record('rejected')
        await handlers.reject(rejection)
      },
      async answer(result) {
        if (!handlers.answer) throw new Error(`A ${facts.kind} is approved or rejected, not answered.`)
        answerOnce()
        await handlers.answer(result)
        record('approved')
      },
    }
  }

  async function sign(topic: string, chainId: string, method: string, params: unknown): Promise<unknown> {
    const signer = signers.find(({ namespace }) => chainId.startsWith(`${namespace}:`))
    if (!signer) throw unsupportedMethod(method)
    if (method !== 'wallet_switchEthereumChain') {
      const result = await signer.sign({ chainId, method, params })
      // A wallet that was told of a network goes there, as wallets do.
      if (method === 'wallet_addEthereumChain') await switchChain(topic, wantedChain(params))
      return result
    }
    await switchChain(topic, wantedChain(params))
    return null
  }

  return {
    forProposal({ id, params }) {
      const facts: Facts = {
        kind: 'proposal',
        id,
        topic: params.pairingTopic,
        method: 'wc_sessionPropose',
        chainId: undefined,
        params,
      }
      return decision(facts, {
        async approve(approval) {
          const namespaces = approveNamespaces(params, signers, selectedAccounts(), approval)
          await kit.approveSession({ id, namespaces, ...options.properties })
        },
        reject: (reason) => kit.rejectSession({ id, reason }),
      })
    },
    forRequest({ id, topic, params }) {
      const { method, params: parameters } = params.request
      const facts: Facts = { kind: 'request', id, topic, method, chainId: params.chainId, params: parameters }
      const answer = (result: unknown) =>
        kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
      return decision(facts, {
        approve: async () => answer(await sign(topic, params.chainId, method, parameters)),
        answer,
        reject: (error) => kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', error } }),
      })
    },
    forAuthentication({ id, topic, params }) {
      const facts: Facts = {
        kind: 'authentication',
        id,
        topic,
        method: 'wc_sessionAuthenticate',
        chainId: params.authPayload.chains[0],
        params,
      }
      return decision(facts, {
        async approve() {
          const signer = signers.find(({ namespace }) => namespace === 'eip155')
          if (!signer) throw new WalletError(5100, 'The wallet holds no EVM keys to authenticate with.')
          const auths = await signAuthentication({
            payload: params.authPayload,
            signer,
            formatMessage: (request, iss) => kit.formatAuthMessage({ request, iss }),
          })
          await kit.approveSessionAuthenticate({ id, auths })
        },
        reject: (reason = getSdkError('USER_REJECTED')) => kit.rejectSessionAuthenticate({ id, reason }),
      })
    },
  }
}

/** EIP-3326 and EIP-3085: one parameter object with the chain id as hex. */
function wantedChain(params: unknown): string {
  const [first] = Array.isArray(params) ? params : []
  const chainId = typeof first?.chainId === 'string' ? Number(first.chainId) : Number.NaN
  if (!Number.isSafeInteger(chainId)) {
    throw new WalletError(-32602, 'The parameters of "wallet_switchEthereumChain" are not as specified.')
  }
  return `eip155:${chainId}`
}
