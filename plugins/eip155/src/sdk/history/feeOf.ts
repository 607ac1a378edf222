import type { Receipt } from './rpcSchemas.js'

type Charged = Pick<
  Receipt,
  | 'gasUsed'
  | 'effectiveGasPrice'
  | 'l1Fee'
  | 'operatorFeeScalar'
  | 'operatorFeeConstant'
  | 'daFootprintGasScalar'
>

/** Adds up what a transaction was charged: its gas, and on rollups the data on the chain below and the operator. In wei. */
export function feeOf(receipt: Charged): bigint {
  const { gasUsed, effectiveGasPrice, l1Fee } = receipt
  return gasUsed * (effectiveGasPrice ?? 0n) + (l1Fee ?? 0n) + operatorFeeOf(receipt)
}

/**
 * The formula of Isthmus divides by a million, that of Jovian multiplies by a hundred (specs.optimism.io, protocol/jovian/exec-engine,
 * "Operator Fee"). Receipts name the footprint of data since Jovian only.
 */
function operatorFeeOf(receipt: Charged): bigint {
  const { gasUsed, operatorFeeScalar, operatorFeeConstant, daFootprintGasScalar } = receipt
  const product = gasUsed * (operatorFeeScalar ?? 0n)
  const isJovian = daFootprintGasScalar !== undefined && daFootprintGasScalar !== null
  return (isJovian ? product * 100n : product / 1_000_000n) + (operatorFeeConstant ?? 0n)
}
