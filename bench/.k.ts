import { bundle } from './bundle.js'
const k = await bundle(`import { createKernel } from '@latchkey/kernel'
globalThis.kernel = createKernel([])`)
console.log('kernel', k.initial)
for (const [p, b] of k.largest.slice(0, 45)) console.log(b, p.replace(/.*(node_modules|kernel)\//, ''))
const e = await bundle(`import { createEngine } from '../../kernel/src/engine/createEngine.js'
globalThis.kernel = createEngine([], { id: 'a', log: console, clock: { now: Date.now, setTimeout, clearTimeout }, throws: false, problems: [], defaults: () => [] })`)
console.log('engine', e.initial)
