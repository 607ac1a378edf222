import {
  decodeAbiParameters,
  encodeFunctionData,
  erc721Abi,
  type Hex,
  hexToBigInt,
  hexToString,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import * as z from 'zod/mini'
import type { AssetFacts, CollectibleFacts } from '../chain.js'
import { plainText } from '../plainText.js'
import type { Call } from './evmCaller.js'
import { truncateAddress } from '../truncateAddress.js'

const selectors = {
  name: toFunctionSelector('function name()'),
  symbol: toFunctionSelector('function symbol()'),
  decimals: toFunctionSelector('function decimals()'),
}
const multiTokenAbi = parseAbi(['function uri(uint256 id) view returns (string)'])

/** What tokens and collections say of themselves. One that says nothing goes by its address. */
export async function readTokenFacts(
  call: Call,
  addresses: readonly string[],
  collections: ReadonlySet<string>,
): Promise<readonly AssetFacts[]> {
  const questions = Object.values(selectors)
  const answers = await call(
    addresses.flatMap((to) => questions.map((data) => ({ to, data }))),
    'latest',
  )
  return addresses.map((address, index) => {
    const [name, symbol, decimals] = answers.slice(index * questions.length)
    const kind = collections.has(address) ? 'collectible' : 'fungible'
    const shortened = truncateAddress(address)
    return {
      address,
      kind,
      name: textOf(name) || shortened,
      symbol: textOf(symbol),
      decimals: kind === 'fungible' ? decimalsOf(decimals) : 0,
    }
  })
}

/** Strings of the first years are 32 bytes with zeros behind. */
function textOf(answer: Hex | undefined): string {
  if (answer === undefined) return ''
  try {
    const text =
      answer.length === 66
        ? hexToString(answer, { size: 32 })
        : decodeAbiParameters([{ type: 'string' }], answer)[0]
    return plainText(text)
  } catch (error) {
    if (error instanceof Error) return ''
    throw error
  }
}

function decimalsOf(answer: Hex | undefined): number {
  if (answer === undefined || answer.length !== 66) return 0
  const decimals = hexToBigInt(answer)
  return decimals <= 255n ? Number(decimals) : 0
}

/** Names and pictures of items, as far as the chain itself holds them: nothing is fetched from elsewhere. */
export async function readCollectibleFacts(
  call: Call,
  items: readonly { readonly address: string; readonly tokenId: string }[],
): Promise<readonly CollectibleFacts[]> {
  const answers = await call(
    items.flatMap(({ address: to, tokenId }) => [
      {
        to,
        data: encodeFunctionData({ abi: erc721Abi, functionName: 'tokenURI', args: [BigInt(tokenId)] }),
      },
      { to, data: encodeFunctionData({ abi: multiTokenAbi, functionName: 'uri', args: [BigInt(tokenId)] }) },
    ]),
    'latest',
  )
  return items.map(({ address, tokenId }, index) => {
    const link = linkOf(answers[index * 2] ?? answers[index * 2 + 1])
    const described = link === undefined ? undefined : describedBy(link)
    const name = plainText(described?.name ?? '')
    return { address, tokenId, name, picture: described?.image }
  })
}

function linkOf(answer: Hex | undefined): string | undefined {
  if (answer === undefined) return undefined
  try {
    return decodeAbiParameters([{ type: 'string' }], answer)[0]
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

const longestPicture = 50 * 1024
const description = z.object({ name: z.optional(z.string()), image: z.optional(z.string()) })

/** A link has no control characters; PostgreSQL would refuse a NUL, and with it everything that is written with it. */
const isLink = (text: string) => text.length <= longestPicture && !/[\p{Cc}\p{Cs}]/u.test(text)

function describedBy(link: string): { name?: string | undefined; image?: string | undefined } | undefined {
  const match = /^data:application\/json(?:;charset=[\w-]+)?(;base64)?,/i.exec(link)
  if (!match) return undefined
  try {
    const rest = link.slice(match[0].length)
    const text = match[1] ? Buffer.from(rest, 'base64').toString('utf8') : decodeURIComponent(rest)
    const { name, image } = description.parse(JSON.parse(text))
    return { name, image: image !== undefined && isLink(image) ? image : undefined }
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
