import { writeFileSync } from 'node:fs'
import { generateNetworks } from './generateNetworks.js'

writeFileSync(new URL('../src/networkData.ts', import.meta.url), generateNetworks())
