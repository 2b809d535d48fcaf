// The project's own lint rules, loaded by oxlint: the arrows between the parts, no clock or dice in core, and comments that
// cite only papers a reader can open.
import { existsSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { refuseImport } from "./arrows.mjs"

/**
 * @typedef {{ value: string }} Comment
 * @typedef {{ cwd: string, filename: string, sourceCode: { getAllComments(): Comment[] }, report(problem: { node: unknown, message: string }): void }} Context
 * @typedef {{ type: string, name?: string, value?: unknown, source?: Node | null, argument?: Node, callee?: Node, arguments?: Node[] }} Node
 */

const arrows = {
  /** @param {Context} context */
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join("/")
    /** @param {Node} node */
    const check = (node) => {
      const specifier = node.source?.value
      if (typeof specifier !== "string") return
      const refusal = refuseImport(file, specifier)
      if (refusal !== undefined) context.report({ node, message: `${refusal}: see the arrows in ARCHITECTURE.md` })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

const noCurrentDate = {
  /** @param {Context} context */
  create(context) {
    /** @param {Node} node */
    const check = (node) => {
      if (node.callee?.name === "Date" && node.arguments?.length === 0)
        context.report({ node, message: "core has no clock: the time comes as an argument" })
    }
    return {
      NewExpression: check,
      /** @param {Node} node */
      CallExpression(node) {
        if (node.callee?.name === "Date")
          context.report({ node, message: "core has no clock: the time comes as an argument" })
      },
    }
  },
}

const papersAtHand = {
  /** @param {Context} context */
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const paper = paperElsewhere(comment.value, context.cwd)
          if (paper !== undefined)
            context.report({
              node: comment,
              message: `"${paper}" is not in this repository: cite docs/, a numbered decision or a public source`,
            })
        }
      },
    }
  },
}

/**
 * The first document that a comment cites although this repository does not have it: a file, a numbered paragraph of anything
 * but an RFC, or the requirements that the product was first built to.
 *
 * @param {string} comment
 * @param {string} root
 */
function paperElsewhere(comment, root) {
  for (const [file] of comment.matchAll(/[\w./-]+\.md\b/g)) if (!existsSync(join(root, file))) return file
  if (comment.includes("§") && !/\bRFC \d/.test(comment)) return "§"
  return /\bspecification\b/i.exec(comment)?.[0]
}

export default {
  meta: { name: "prosa" },
  rules: { arrows, "no-current-date": noCurrentDate, "papers-at-hand": papersAtHand },
}
