/**
 * The views in one module, loaded with the first that is drawn: each module that is loaded by itself makes the bundler cut
 * more files, whose names every page loads before the button.
 */
export { default as AssetView } from './AssetView.js'
export { default as BuyInProgressView } from './BuyInProgressView.js'
export { default as BuyView } from './BuyView.js'
export { default as CountryView } from './CountryView.js'
export { default as CurrencyView } from './CurrencyView.js'
export { default as PurchasesView } from './PurchasesView.js'
export { default as WhatIsABuyView } from './WhatIsABuyView.js'
