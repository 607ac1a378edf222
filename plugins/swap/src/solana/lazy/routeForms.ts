/** Where an instruction of Jupiter's program says what: places of accounts, and of what was agreed on in its data. */
export interface RouteForm {
  readonly discriminator: readonly number[]
  readonly authority: number
  readonly source: number
  readonly destination: number
  /** Takes the place of `destination` unless it is the program itself. */
  readonly otherDestination?: number
  readonly sell: number
  readonly buy: number
  /** Where amount and quote (64 bits each), slippage, fee and fee on a better price (16 each, in basis points) stand. */
  readonly terms: number
}

/**
 * In use since the autumn of 2025, by the program's IDL as it stands on the chain. The older forms aren't read: they say what was agreed
 * on behind a plan of no fixed length, and the program ignores what follows, so that bytes behind it could pass for the terms.
 */
const routeForms: readonly RouteForm[] = [
  // `route_v2`
  {
    discriminator: [187, 100, 250, 204, 49, 196, 175, 20],
    ...{ authority: 0, source: 1, destination: 2, otherDestination: 7, sell: 3, buy: 4 },
    terms: 8,
  },
  // `shared_accounts_route_v2`: the number of the program's accounts comes first.
  {
    discriminator: [209, 152, 83, 147, 124, 254, 216, 233],
    ...{ authority: 1, source: 2, destination: 5, sell: 6, buy: 7 },
    terms: 9,
  },
]

/** Bytes of the terms. */
const length = 22
/** Bytes of a plan without a step: its length. */
const emptyPlan = 4

export const findRouteForm = (data: Uint8Array): RouteForm | undefined =>
  routeForms.find(({ discriminator }) => discriminator.every((byte, place) => data[place] === byte))

export interface RouteTerms {
  /** In the smallest unit of what is sold. */
  readonly amount: bigint
  /** In the smallest unit of what is bought. */
  readonly quoted: bigint
  /** Basis points. */
  readonly slippage: bigint
  /** Whether somebody keeps a part of what is bought. */
  readonly takesFee: boolean
}

/** Reads what was agreed on. `undefined` for data that is too short for it. */
export function readRouteTerms(data: Uint8Array, { terms }: RouteForm): RouteTerms | undefined {
  if (data.length < terms + length + emptyPlan) return undefined
  const view = new DataView(data.buffer, data.byteOffset + terms, length)
  return {
    amount: view.getBigUint64(0, true),
    quoted: view.getBigUint64(8, true),
    slippage: BigInt(view.getUint16(16, true)),
    takesFee: view.getUint16(18, true) > 0 || view.getUint16(20, true) > 0,
  }
}
