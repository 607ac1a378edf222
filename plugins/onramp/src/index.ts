export { cardChains } from './cardChains.js'
export { BuyHelpOpened, BuyOpened, BuyProviderSelected } from './events.js'
export { fundWallet } from './fundWallet.js'
export { hostedOnramp, type HostedOnrampOptions } from './hostedOnramp.js'
export { linkOnramp, type LinkOnrampOptions, type LinkParameter } from './linkOnramp.js'
export { onramp, type OnrampPluginOptions } from './onramp.js'
export {
  Onramp,
  type OnrampController,
  type OnrampOffer,
  type OnrampService,
  type OnrampState,
  type OnrampTarget,
} from './OnrampService.js'
export { onrampError, type OnrampErrorCode } from './onrampErrors.js'
export {
  type OnrampAsset,
  type OnrampCurrency,
  type OnrampFee,
  type OnrampLimit,
  type OnrampOptions,
  type OnrampOptionsRequest,
  OnrampProvider,
  type OnrampProviderContribution,
  type OnrampQuote,
  type OnrampRequest,
  type OnrampSession,
  type OnrampSource,
  type OnrampStatus,
  type PaymentMethod,
} from './OnrampProvider.js'
export type { Purchase, PurchaseStatus } from './purchases.js'
export {
  type BuyArguments,
  BuyInProgressRoute,
  FundWalletRoute,
  OnrampActivityRoute,
  OnrampAssetRoute,
  OnrampCountryRoute,
  OnrampCurrencyRoute,
  OnrampRoute,
  WhatIsABuyRoute,
} from './routes.js'
