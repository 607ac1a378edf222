import config from './playwright.config.js'

/** `npm run dapps`: public dapps, driven to their end. They take longer than CI has for them. */
export default { ...config, testMatch: '**/*.dapp.ts' }
