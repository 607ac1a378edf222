/**
 * The views in one module, loaded with the first that is drawn: each module that is loaded by itself makes the bundler cut
 * the shell into more files, which every page loads before the button.
 */
export { default as CollectiblesTab } from './CollectiblesTab.js'
export { default as PortfolioTab } from './PortfolioTab.js'
export { default as PortfolioView } from './PortfolioView.js'
export { default as TokensTab } from './TokensTab.js'
export { default as TokensView } from './TokensView.js'
export { default as TotalWorth } from './TotalWorth.js'
