import { describe, expect, it } from 'vitest'
import caip2 from '../../vectors/caip2_valid.json' with { type: 'json' }
import caip10 from '../../vectors/caip10_valid.json' with { type: 'json' }
import caip19 from '../../vectors/caip19_valid.json' with { type: 'json' }
import metamask from '../../vectors/caip_metamask_utils.json' with { type: 'json' }
import { parseAccountId, parseAssetId } from './accountIds.js'
import { accountId, namespaceOf, parseNetworkId } from './caip.js'

describe('the CAIP vectors', () => {
  it.each(caip2.cases)('reads the chain id $value', ({ value }) => {
    const parts = parseNetworkId(value)
    expect(`${parts?.namespace}:${parts?.reference}`).toBe(value)
    expect(namespaceOf(value)).toBe(parts?.namespace)
  })

  it.each(caip10.cases)('reads the account id $value', ({ value }) => {
    const parts = parseAccountId(value)
    expect(parts && accountId(parts.networkId, parts.address)).toBe(value)
    expect(parseNetworkId(parts?.networkId ?? '')).toEqual({
      namespace: parts?.namespace,
      reference: parts?.reference,
    })
  })

  it.each(caip19.cases)('reads the $kind $value', ({ value, kind }) => {
    const parts = parseAssetId(value)
    const { networkId, assetNamespace, assetReference, tokenId } = parts ?? {}
    expect(
      `${networkId}/${assetNamespace}:${assetReference}${tokenId === undefined ? '' : `/${tokenId}`}`,
    ).toBe(value)
    expect(tokenId !== undefined).toBe(kind === 'asset_id')
  })
})

/** Their operations, in terms of ours. Parts of ids have no function of their own here; they are read in an id. */
const whole: Record<string, (value: string) => unknown> = {
  isCaipChainId: (value) => parseNetworkId(value) !== undefined,
  isCaipNamespace: (value) => parseNetworkId(`${value}:1`)?.namespace === value,
  isCaipReference: (value) => parseNetworkId(`abc:${value}`)?.reference === value,
  isCaipAccountId: (value) => parseAccountId(value) !== undefined,
  isCaipAccountAddress: (value) => parseAccountId(`abc:1:${value}`)?.address === value,
  isCaipAssetNamespace: (value) => parseAssetId(`abc:1/${value}:1`)?.assetNamespace === value,
  isCaipAssetReference: (value) => parseAssetId(`abc:1/abc:${value}`)?.assetReference === value,
  isCaipTokenId: (value) => parseAssetId(`abc:1/abc:1/${value}`)?.tokenId === value,
  isCaipAssetType: (value) => {
    const parts = parseAssetId(value)
    return parts !== undefined && parts.tokenId === undefined
  },
  isCaipAssetId: (value) => parseAssetId(value)?.tokenId !== undefined,
  isCaipAssetTypeOrId: (value) => parseAssetId(value) !== undefined,
  parseCaipChainId: (value) => parseNetworkId(value),
  parseCaipAccountId: (value) => {
    const parts = parseAccountId(value)
    if (!parts) return undefined
    const { namespace, reference, networkId, address } = parts
    return { address, chainId: networkId, chain: { namespace, reference } }
  },
  parseCaipAssetType: (value) => {
    const parts = asset(value)
    return parts && 'tokenId' in parts ? undefined : parts
  },
  parseCaipAssetId: (value) => {
    const parts = asset(value)
    return parts && 'tokenId' in parts ? parts : undefined
  },
  toCaipChainId: (value) => parseNetworkId(value) && value,
  toCaipAccountId: (value) => parseAccountId(value) && value,
  toCaipAssetType: (value) => (asset(value) && !('tokenId' in (asset(value) ?? {})) ? value : undefined),
  toCaipAssetId: (value) => ('tokenId' in (asset(value) ?? {}) ? value : undefined),
}

function asset(value: string) {
  const parts = parseAssetId(value)
  if (!parts) return undefined
  const { namespace, reference, networkId, ...rest } = parts
  return { ...rest, chainId: networkId, chain: { namespace, reference } }
}

/** `toCaip…(namespace, reference, …)` joins; reading the joined id is what refuses bad parts. */
function join(op: string, parts: readonly unknown[]): unknown {
  const [namespace, reference, third, fourth, fifth] = parts
  if (op === 'toCaipChainId') return `${namespace}:${reference}`
  if (op === 'toCaipAccountId') return `${namespace}:${reference}:${third}`
  if (op === 'toCaipAssetType') return `${namespace}:${reference}/${third}:${fourth}`
  if (op === 'toCaipAssetId') return `${namespace}:${reference}/${third}:${fourth}/${fifth}`
  return parts[0]
}

interface RecordedCase {
  readonly desc: string
  readonly op: string
  readonly args: readonly unknown[]
  readonly expect?: unknown
  readonly throws?: boolean
}

describe('the recorded calls of another CAIP library', () => {
  it.each(metamask.cases as readonly RecordedCase[])(
    '$op $args',
    ({ op, args, expect: expected, throws }) => {
      const run = whole[op]
      if (!run) throw new Error(`No equivalent of ${op} is given.`)
      const input = join(op, args)
      const isText = typeof input === 'string' && args.every((part) => typeof part === 'string')
      const answer = isText ? run(input) : op.startsWith('is') ? false : undefined
      if (throws) expect(answer).toBeUndefined()
      else expect(answer).toEqual(expected)
    },
  )
})

describe('namespaceOf', () => {
  it('is empty for a text that is no id', () => {
    expect([namespaceOf(''), namespaceOf('eip155'), namespaceOf(':1')]).toEqual(['', '', ''])
  })
})

describe('values that are no texts', () => {
  it.each([undefined, null, 1, {}, [], true])('reads %s as no id and does not throw', (value) => {
    const parsers = [parseNetworkId, parseAccountId, parseAssetId]
    expect(parsers.map((read) => read(value as unknown as string))).toEqual([undefined, undefined, undefined])
  })

  it('refuses an id with a line break at its end', () => {
    expect(parseNetworkId('eip155:1\n')).toBeUndefined()
  })
})
