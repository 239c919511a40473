import { type ESTree, type Plugin, parseSync } from 'vite'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * A Vite plugin for the page's build. Removes from each endpoint all but the method and path, and marks the contract's constants as free of
 * side effects. So the page's bundle has only the schemas that validate its forms.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/][a-z-]+\.ts$/u },
      handler: (code, file) => stripForPage(file, code),
    },
  }
}

/**
 * Returns the code of a contract module for the page: without parts that only the server needs, and with constants free of side effects.
 */
export function stripForPage(file: string, code: string): string {
  const edits = impureInitializersOf(parseSync(file, code).program).flatMap((value) => [
    { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
    ...(isEndpoint(value) ? removals(value) : []),
    { start: value.end, end: value.end, text: '))()' },
  ])
  return applyEdits(code, edits)
}

/** Finds initializers that might have side effects: a bundler would keep them even if their constants are unused. */
function impureInitializersOf({ body }: ESTree.Program): ESTree.Expression[] {
  return body
    .map((it) => (it.type === 'ExportNamedDeclaration' ? it.declaration : it))
    .flatMap((it) => (it?.type === 'VariableDeclaration' ? it.declarations : []))
    .flatMap(({ init }) =>
      init !== null && /^(?:Call|Object|Array|TSAs)Expression$/u.test(init.type) ? [init] : [],
    )
}

function isEndpoint(value: ESTree.Expression): value is ESTree.CallExpression {
  return (
    value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'endpoint'
  )
}

/** Removes the third argument of `endpoint()`, because the page's calls need only the method and the path. */
function removals({ arguments: [, , description] }: ESTree.CallExpression): Edit[] {
  if (description === undefined) throw new Error('endpoint() must have three arguments.')
  return [{ start: description.start, end: description.end, text: '{}' }]
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  let rest = 0
  const parts = edits.map(({ start, end, text }) => {
    const before = code.slice(rest, start)
    rest = end
    return before + text
  })
  return parts.join('') + code.slice(rest)
}
