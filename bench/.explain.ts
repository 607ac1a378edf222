import { build } from 'vite'
import { gzipSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const which = process.argv[2]
const src: Record<string,string> = {
 kernel: `import { createKernel } from '@latchkey/kernel'
globalThis.kernel = createKernel([])`,
 quick: `import { createRoot } from 'react-dom/client'
   import { createKernel } from '@latchkey/kernel'
   import { eip155 } from '@latchkey/plugin-eip155'
   import { base, mainnet } from '@latchkey/plugin-eip155/networks'
   import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
   const kernel = createKernel([eip155({ networks: [mainnet, base] })])
   createRoot(document.body).render(<KernelProvider kernel={kernel} theme="system"><ConnectButton /></KernelProvider>)`,
}
const folder = mkdtempSync('/work/wt/size/bench/.entry-')
const input = join(folder, 'entry.tsx')
writeFileSync(input, src[which]!)
const result: any = await build({ configFile: false, logLevel: 'error', root: folder, build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input, external: ['react','react-dom','react-dom/client','react/jsx-runtime'] } } })
rmSync(folder, { recursive: true, force: true })
const chunks = new Map<string, any>(result.output.filter((i: any) => i.type === 'chunk').map((c: any) => [c.fileName, c]))
const seen = new Set<string>()
const walk = (n: string) => { const c = chunks.get(n); if (!c || seen.has(n)) return; seen.add(n); c.imports.forEach(walk) }
walk([...chunks.values()].find((c) => c.isEntry).fileName)
let total = 0
for (const n of seen) { const g = gzipSync(chunks.get(n).code, { level: 9 }).length; total += g; console.log(n, chunks.get(n).code.length, g) }
console.log('TOTAL', total, 'chunks', chunks.size)
const mods: [string, string][] = [...seen].flatMap((n) => Object.entries(chunks.get(n).modules).map(([p, m]: any) => [p, m.code ?? ''] as [string, string]))
const mini = mods.map(([p, c]) => { try { return [p, transformSync(c, { minify: true, loader: 'tsx', jsx:'preserve' }).code] as const } catch { return [p, c] as const } }).filter(([, c]) => c.trim())
const all = gzipSync(mini.map(([, c]) => c).join('\n'), { level: 9 }).length
const rows = mini.map(([p, c], i) => [p, c.length, all - gzipSync(mini.filter((_, j) => j !== i).map(([, c]) => c).join('\n'), { level: 9 }).length] as const).sort((a, b) => b[2] - a[2])
console.log('sum est', all)
for (const [p, l, g] of rows) console.log(String(g).padStart(6), String(l).padStart(6), p.replace('/work/wt/size/', '').replace(/.*node_modules\//, 'nm:'))
if (process.argv[3]) for (const n of seen) { const m = Object.keys(chunks.get(n).modules); console.log('---', n, m.map(x=>x.replace('/work/wt/size/', '')).join(' ')) }
if (process.argv[4]) writeFileSync(process.argv[4], [...seen].map((n) => chunks.get(n).code).join('\n\n'))
