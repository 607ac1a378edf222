import config from './playwright.config.js'

/** `npm run dapps`: drives public dapps from start to finish. They take too long for CI. */
export default { ...config, testMatch: '**/*.dapp.ts' }
