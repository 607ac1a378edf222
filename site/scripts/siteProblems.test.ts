import { describe, expect, it } from 'vitest'
import { siteProblems } from './siteProblems.js'

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const read = (path: string) => files[path] ?? ''
  return siteProblems({ paths: new Set(Object.keys(files)), read, sizeOf: (path) => read(path).length })
}

describe('siteProblems', () => {
  it('finds nothing where every link, anchor and script is right', () => {
    const files = {
      'index.html':
        '<a href="/jobs/send/#fees">Fees</a><a href="#top" id="top">Top</a><script src="/a.js"></script>',
      'jobs/send/index.html':
        '<h2 id="fees">Fees</h2><a href="../../">Start</a><a href="https://example.com/x">x</a>',
      'a.js': 'import"./b.js"',
      'b.js': 'x',
    }
    expect(problemsOf(files)).toEqual([])
  })

  it('finds links to pages, pictures and anchors that are not there', () => {
    const html = '<a href="/gone/">1</a><img src="/gone.webp"><a href="#gone">2</a><a href="/jobs">3</a>'
    expect(problemsOf({ 'index.html': html, 'jobs/index.html': '' })).toEqual([
      'index.html: leads to /gone/, and there is no gone/index.html.',
      'index.html: leads to /gone.webp, and there is no gone.webp.',
      'index.html: leads to #gone, and index.html has no #gone.',
      'index.html: leads to /jobs, and there is no jobs.',
    ])
  })

  it('finds two parts with one id', () => {
    expect(problemsOf({ 'index.html': '<h2 id="a">1</h2><h2 id="a">2</h2>' })).toEqual([
      'index.html: has two parts with the id a; links lead to the first (index.html).',
    ])
  })

  it('counts scripts, what they import and what stands in the page', () => {
    const files = {
      'index.html': `<script src="/a.js"></script><script>${'x'.repeat(50_000)}</script>`,
      'a.js': `import{b}from"./b.js";${'a'.repeat(40_000)}`,
      'b.js': 'b'.repeat(40_000),
    }
    expect(problemsOf(files)).toEqual([
      'index.html: loads 130022 bytes of JavaScript (index.html); at most 120000 may come before a press.',
    ])
  })

  it('leaves code that is loaded on a press alone', () => {
    const files = {
      'index.html': '<script src="/a.js"></script>',
      'a.js': 'addEventListener("click",()=>import("./b.js"))',
      'b.js': 'b'.repeat(200_000),
    }
    expect(problemsOf(files)).toEqual([])
  })
})
