export type { Bill, BillAlternative } from '../bill/Bill.js'
export { type BitcoinPaymentsOptions, bitcoinPayments, type EsploraReader } from './chains/bitcoinPayments.js'
export { type EvmPaymentsOptions, evmPayments } from './chains/evmPayments.js'
export {
  type PolkadotApi,
  type PolkadotPaymentsOptions,
  polkadotPayments,
} from './chains/polkadotPayments.js'
export { type SolanaPaymentsOptions, type SolanaReferences, solanaPayments } from './chains/solanaPayments.js'
export {
  createPaymentVerifier,
  type PaymentResult,
  type PaymentVerifier,
  type PaymentVerifierOptions,
  type VerifiedPayment,
} from './createPaymentVerifier.js'
export type { NodeRpc } from './node/httpRpc.js'
export type { FoundTransaction, FoundTransfer, PaymentChain } from './PaymentChain.js'
export type { KeptPayment, PaymentClaim, PaymentStore } from './PaymentStore.js'
export type { PaymentRefusal, PaymentRefusalCode } from './Refusal.js'
export { memoryPayments } from './stores/memoryPayments.js'
export {
  type SqlExecute,
  SQL_PAYMENTS_SCHEMA,
  SQL_PAYMENTS_UPGRADE,
  sqlPayments,
} from './stores/sqlPayments.js'
