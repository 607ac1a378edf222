import { isKernelError, type LogService } from '@latchkey/kernel/plugin'
import { toFunctionSelector } from 'viem'
import type { LedgerReading, LedgerReview } from '../../../LedgerReview.js'
import type { TypedData } from '../typedData.js'
import type { Budget, Facts, NestedCall, ReviewContext } from './context.js'
import { type Json, type JsonObject, memberObject } from './copyJson.js'
import { isDeployed } from './isDeployed.js'
import { layOut } from './layOut.js'
import { fitsDomain, readDomain } from './fitsDomain.js'
import { NotExplained } from './NotExplained.js'
import { type Fragment, parseFragment, signatureOf } from './parseFragment.js'
import type { Descriptor } from './readDescriptors.js'
import { encodeType } from './encodeType.js'
import { treeOfCall, treeOfMessage } from './tree.js'

const mostRows = 100
const mostSteps = 50_000
const deepestCalls = 3

export interface Reviewer {
  /** `undefined` where no descriptor fits. */
  readCall(call: NestedCall): Promise<LedgerReview | undefined>
  readTypedData(data: TypedData, from: string): Promise<LedgerReview | undefined>
}

/** What one review is made with. */
interface Reviewing {
  readonly descriptors: readonly Descriptor[]
  readonly facts: Facts
  readonly log: LogService
  readonly budget: Budget
}

/** Reads what is to be signed by the descriptors (ERC-7730) that fit it. The first one that does decides. */
export function createReview(descriptors: readonly Descriptor[], facts: Facts, log: LogService): Reviewer {
  const make = (): Reviewing => ({ descriptors, facts, log, budget: { left: mostRows, steps: mostSteps } })
  return {
    async readCall(call) {
      const found = await readCall(make(), call, 0)
      return found && (found.reading ?? 'unexplained')
    },
    readTypedData: (data, from) => readTypedData(make(), data, from),
  }
}

/** `undefined` where no descriptor fits; without a reading where one does, but doesn't explain all of it. */
async function readCall(
  reviewing: Reviewing,
  { data, ...container }: NestedCall,
  depth: number,
): Promise<{ readonly reading: LedgerReading | undefined } | undefined> {
  const selector = data.slice(0, 10).toLowerCase()
  for (const descriptor of reviewing.descriptors) {
    const { file } = descriptor
    if (!isDeployed(memberObject(file['context'], 'contract')['deployments'], container)) continue
    const found = formatsFor(memberObject(file['display'], 'formats'), selector)
    const [first] = found
    if (!first) continue
    const reading = await attempt(reviewing, descriptor, () => {
      if (found.length > 1) throw new NotExplained('Two formats are of the same function.')
      const { tree, rest } = treeOfCall(first.fragment.parameters, `0x${data.slice(10)}`)
      const context = contextOf(reviewing, { file, data: tree, rest, container }, depth)
      return layOut(context, first.format)
    })
    return { reading }
  }
  return undefined
}

async function readTypedData(
  reviewing: Reviewing,
  data: TypedData,
  from: string,
): Promise<LedgerReview | undefined> {
  const domain = readDomain(data)
  if (!domain) return undefined
  const type = encodeType(data)
  for (const descriptor of reviewing.descriptors) {
    const { file } = descriptor
    if (!fitsDomain(file, domain)) continue
    const format = memberObject(file['display'], 'formats')[type]
    if (format === undefined) continue
    const container = { from, to: domain.verifyingContract, value: 0n, chainId: domain.chainId }
    const reading = await attempt(reviewing, descriptor, () => {
      const tree = treeOfMessage(data.types, data.primaryType, data.message)
      return layOut(contextOf(reviewing, { file, data: tree, rest: '0x', container }, 0), format)
    })
    return reading ?? 'unexplained'
  }
  return undefined
}

async function attempt(
  { log }: Reviewing,
  descriptor: Descriptor,
  read: () => Promise<LedgerReading>,
): Promise<LedgerReading | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof NotExplained) && !isKernelError(error)) throw error
    log.warn(`The descriptor ${descriptor.name} of ledger() can’t explain what is to be signed.`, error)
    return undefined
  }
}

const contextOf = (
  reviewing: Reviewing,
  own: Pick<ReviewContext, 'file' | 'data' | 'rest' | 'container'>,
  depth: number,
): ReviewContext => ({
  ...own,
  facts: reviewing.facts,
  budget: reviewing.budget,
  covered: new Set(),
  shown: new Set(),
  readNested: async (call) =>
    depth >= deepestCalls ? undefined : (await readCall(reviewing, call, depth + 1))?.reading,
})

/** A file's other formats may be unreadable: they aren't of this function. */
function formatsFor(
  formats: JsonObject,
  selector: string,
): readonly { readonly fragment: Fragment; readonly format: Json }[] {
  return Object.entries(formats).flatMap(([text, format]) => {
    try {
      const fragment = parseFragment(text)
      return toFunctionSelector(signatureOf(fragment)) === selector ? [{ fragment, format }] : []
    } catch (error) {
      if (error instanceof NotExplained) return []
      throw error
    }
  })
}
