import { isKernelError, type LogService } from '@latchkey/kernel/plugin'
import { toFunctionSelector } from 'viem'
import type { LedgerReading, LedgerReview } from '../../../LedgerReview.js'
import type { TypedData } from '../typedData.js'
import type { Container, Facts, NestedCall, ReviewContext } from './context.js'
import { type Json, type JsonObject, memberObject } from './copyJson.js'
import { isDeployed } from './isDeployed.js'
import { layOut } from './layOut.js'
import { fitsDomain, readDomain } from './fitsDomain.js'
import { NotExplained } from './NotExplained.js'
import { type Fragment, parseFragment, signatureOf } from './parseFragment.js'
import type { Descriptor } from './readDescriptors.js'
import { encodeType } from './encodeType.js'
import { type Struct, treeOfCall, treeOfMessage } from './tree.js'

const mostRows = 100
const deepestCalls = 3

export interface Reviewer {
  /** `undefined` where no descriptor fits. */
  readCall(call: NestedCall): Promise<LedgerReview | undefined>
  readTypedData(data: TypedData, from: string): Promise<LedgerReview | undefined>
}

/** Reads what is to be signed by the descriptors (ERC-7730) that fit it. The first one that does decides. */
export function createReview(descriptors: readonly Descriptor[], facts: Facts, log: LogService): Reviewer {
  const budget = { left: mostRows }

  async function attempt(
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

  function contextOf(file: JsonObject, data: Struct, container: Container, depth: number): ReviewContext {
    return {
      ...{ file, data, container, facts, budget },
      rest: '0x',
      covered: new Set(),
      shown: new Set(),
      readNested: async (call) =>
        depth >= deepestCalls ? undefined : (await callReading(call, depth + 1))?.reading,
    }
  }

  /** `undefined` where no descriptor fits; without a reading where one does, but doesn't explain all of it. */
  async function callReading(
    { data, ...container }: NestedCall,
    depth: number,
  ): Promise<{ readonly reading: LedgerReading | undefined } | undefined> {
    const selector = data.slice(0, 10).toLowerCase()
    for (const descriptor of descriptors) {
      if (!isDeployed(memberObject(descriptor.file['context'], 'contract')['deployments'], container))
        continue
      const formats = memberObject(descriptor.file['display'], 'formats')
      const found = formatsFor(formats, selector)
      const [first] = found
      if (!first) continue
      const reading = await attempt(descriptor, () => {
        if (found.length > 1) throw new NotExplained('Two formats are of the same function.')
        const { tree, rest } = treeOfCall(first.fragment.parameters, `0x${data.slice(10)}`)
        return layOut({ ...contextOf(descriptor.file, tree, container, depth), rest }, first.format)
      })
      return { reading }
    }
    return undefined
  }

  return {
    async readCall(call) {
      const found = await callReading(call, 0)
      return found && (found.reading ?? 'unexplained')
    },
    async readTypedData(data, from) {
      const domain = readDomain(data)
      if (!domain) return undefined
      const type = encodeType(data)
      for (const descriptor of descriptors) {
        if (!fitsDomain(descriptor.file, domain)) continue
        const format = memberObject(descriptor.file['display'], 'formats')[type]
        if (format === undefined) continue
        const container = { from, to: domain.verifyingContract, value: 0n, chainId: domain.chainId }
        const reading = await attempt(descriptor, () => {
          const tree = treeOfMessage(data.types, data.primaryType, data.message)
          return layOut(contextOf(descriptor.file, tree, container, 0), format)
        })
        return reading ?? 'unexplained'
      }
      return undefined
    },
  }
}

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
