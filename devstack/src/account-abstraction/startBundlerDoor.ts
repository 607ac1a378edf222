import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Address, type Hex, hexToBigInt, slice } from 'viem'
import {
  entryPoint06Address,
  entryPoint07Address,
  type EntryPointVersion,
  getUserOperationHash,
  type UserOperation,
} from 'viem/account-abstraction'
import * as z from 'zod/mini'
import { answerPreflight, crossOriginHeaders } from '../http/crossOrigin.js'
import { close, listen } from '../http/listen.js'
import { readBody } from '../http/readBody.js'
import type { BundlerFaults } from './bundlerFaults.js'

export interface BundlerRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

export interface Bundler {
  /** JSON-RPC of ERC-4337, for pages of any local origin. */
  readonly url: string
  /** Every request since the start, in order. */
  readonly requests: readonly BundlerRequest[]
  /** Replaces the faults; `{}` ends them. */
  setFaults(faults: BundlerFaults): void
  stop(): Promise<void>
}

const requestShape = z.object({
  id: z.union([z.string(), z.number(), z.null()]),
  method: z.string(),
  params: z._default(z.array(z.unknown()), []),
})
const answerShape = z.object({ result: z.optional(z.unknown()) })

/** Starts a server in front of a bundler that can be made to fail the way bundlers do. */
export async function startBundlerDoor(target: string, chainId: number, port = 0): Promise<Bundler> {
  const requests: BundlerRequest[] = []
  let faults: BundlerFaults = {}
  const server = createServer((request, response) => {
    if (answerPreflight(request, response)) return
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request)
    if (faults.isDown) {
      response.destroy()
      return
    }
    const body = requestShape.parse(JSON.parse(text))
    requests.push({ method: body.method, params: body.params })
    if (faults.delay) await wait(faults.delay)
    const own = ownAnswer(faults, body, chainId)
    const reply = own ? { jsonrpc: '2.0', id: body.id, ...own } : await ask(target, text)
    if (faults.losesAnswer && body.method === 'eth_sendUserOperation') {
      response.destroy()
      return
    }
    const headers = { ...crossOriginHeaders, 'content-type': 'application/json' }
    response.writeHead(200, headers).end(JSON.stringify(overlay(faults, body.method, reply)))
  }

  const used = await listen(server, port)
  return {
    url: `http://127.0.0.1:${used}`,
    requests,
    setFaults(next) {
      faults = next
    },
    stop: () => close(server),
  }
}

async function ask(url: string, body: string): Promise<object> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return (await response.json()) as object
}

/** The answer of the faults, for requests that don't reach the bundler. */
function ownAnswer(faults: BundlerFaults, { method, params }: BundlerRequest, chainId: number) {
  if (faults.hidesReceipts && /^eth_getUserOperation(Receipt|ByHash)$/.test(method)) return { result: null }
  if (method !== 'eth_sendUserOperation') return undefined
  const [operation, entryPoint] = params as [Record<string, unknown>, Address]
  const sender = String(operation.sender).toLowerCase()
  const isCensored = faults.censors?.some((account) => account.toLowerCase() === sender)
  const refusal = faults.refuses ?? (isCensored ? 'The operation was rejected.' : undefined)
  if (refusal !== undefined) return { error: { code: -32_500, message: refusal } }
  return faults.drops ? { result: hashOf(operation, entryPoint, chainId) } : undefined
}

function overlay(faults: BundlerFaults, method: string, reply: object): object {
  const { data } = z.safeParse(answerShape, reply)
  if (!data?.result) return reply
  if (method === 'eth_sendUserOperation' && faults.hash) return { ...reply, result: faults.hash }
  const members =
    method === 'eth_getUserOperationReceipt'
      ? faults.receipt
      : method === 'eth_estimateUserOperationGas'
        ? faults.estimate
        : undefined
  return members ? { ...reply, result: { ...data.result, ...members } } : reply
}

const amounts = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const

function hashOf(operation: Readonly<Record<string, unknown>>, entryPoint: Address, chainId: number): Hex {
  const numbers = Object.fromEntries(
    amounts.flatMap((name) =>
      typeof operation[name] === 'string' ? [[name, hexToBigInt(operation[name] as Hex)]] : [],
    ),
  )
  return getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint,
    entryPointVersion: versionOf(entryPoint),
    userOperation: { ...operation, ...numbers } as UserOperation<EntryPointVersion>,
  })
}

const versionOf = (entryPoint: Address): EntryPointVersion =>
  (({ [slice(entryPoint06Address, 0, 4)]: '0.6', [slice(entryPoint07Address, 0, 4)]: '0.7' })[
    slice(entryPoint, 0, 4)
  ] as EntryPointVersion | undefined) ?? '0.8'
