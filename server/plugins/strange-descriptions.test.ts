import { describe, expect, test } from "vitest"
import type { JsonObject } from "#core/lib/fields.ts"
import type { ServerChoice } from "#core/plugins/openapi/servers.ts"
import type { PluginAuth } from "#core/plugins/plugin.ts"
import { callThrough, okay, startPluginTwin } from "../../testing/plugin-twin.ts"

/* Descriptions as people write them, not as the format wants them: what a service on this machine receives is what they say. */

interface Case {
  readonly text: string
  /** The operation, what the model gives, and what arrives. */
  readonly calls: readonly (readonly [string, JsonObject, { readonly url: string; readonly body?: string }])[]
  readonly headers?: Readonly<Record<string, string>>
  readonly auth?: PluginAuth
  /** Where it was loaded from, and what was chosen for its host. */
  readonly choice?: ServerChoice
}

const json = (value: object) => JSON.stringify(value)

const cases: Readonly<Record<string, Case>> = {
  "Swagger 2 in YAML: anchors, a scheme in the host, lists in each of its formats, a form": {
    text: `---
swagger: "2.0"
info: {title: Estoque, version: 2019-03-01}
host: https://estoque.example
basePath: api/
schemes: [HTTPS]
parameters:
  Loja: &loja {name: loja, in: path, required: true, type: string}
x-paginas: &paginas
  - {name: pagina, in: query, type: integer, default: 1}
  - {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: pipes}
paths:
  /lojas/{loja}/itens:
    parameters:
      - *loja
      - {name: X-Lote, in: header, type: string}
    get: {parameters: *paginas}
    post:
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - {name: nome, in: formData, type: string, required: true}
        - {name: cores, in: formData, type: array, items: {type: string}}
        - {name: fotos, in: formData, type: array, items: {type: string}, collectionFormat: multi}
`,
    calls: [
      [
        "GET /lojas/{loja}/itens",
        { loja: "sé/1", pagina: 2, ids: [3, 4] },
        { url: "/api/lojas/s%C3%A9%2F1/itens?pagina=2&ids=3%7C4" },
      ],
      [
        "POST /lojas/{loja}/itens",
        { loja: "1", nome: "pão & mel", cores: ["a", "b"], fotos: ["x", "y"] },
        { url: "/api/lojas/1/itens", body: "nome=p%C3%A3o+%26+mel&cores=a,b&fotos=x&fotos=y" },
      ],
    ],
  },
  "a form with objects and lists inside, as a payment service writes them": {
    text: json({
      openapi: "3.0.0",
      servers: [{ url: "https://api.pagamentos.example/" }],
      paths: {
        "/v1/clientes": {
          post: {
            requestBody: {
              content: {
                "application/x-www-form-urlencoded": {
                  encoding: {
                    endereco: { explode: true, style: "deepObject" },
                    etiquetas: { explode: false, style: "form" },
                    dados: { contentType: "application/json" },
                  },
                  schema: {
                    type: "object",
                    properties: {
                      email: { type: "string" },
                      endereco: {
                        anyOf: [{ type: "object", properties: { rua: { type: "string" } } }, { enum: [""] }],
                      },
                      etiquetas: { type: "array", items: { type: "string" } },
                      dados: { type: "array", items: {} },
                      livre: { type: "object", additionalProperties: { type: "string" } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    }),
    calls: [
      [
        "POST /v1/clientes",
        {
          email: "a+b@c.br",
          endereco: { rua: "Rua A, 1" },
          etiquetas: ["x y", "z"],
          dados: [1, "2"],
          livre: { a: "b" },
        },
        {
          url: "/v1/clientes",
          body: "email=a%2Bb%40c.br&endereco%5Brua%5D=Rua+A%2C+1&etiquetas=x+y,z&dados=%5B1%2C%222%22%5D&livre=%7B%22a%22%3A%22b%22%7D",
        },
      ],
    ],
  },
  "a form in parts: an object is JSON and says so, files that are optional stay away": {
    text: json({
      openapi: "3.1.0",
      servers: [{ url: "https://a.example" }],
      paths: {
        "/x": {
          post: {
            requestBody: {
              content: {
                "multipart/form-data": {
                  encoding: { nota: { contentType: "text/markdown" } },
                  schema: {
                    type: "object",
                    properties: {
                      dados: { type: "object", properties: { a: { type: "integer" } } },
                      nota: { type: "string" },
                      foto: { type: "string", contentMediaType: "image/png" },
                      anexos: { type: "array", items: { type: "string", format: "binary" } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    }),
    calls: [
      [
        "POST /x",
        { dados: { a: 1 }, nota: "# oi" },
        {
          url: "/x",
          body: [
            "------prosa-form",
            'Content-Disposition: form-data; name="dados"',
            "Content-Type: application/json",
            "",
            '{"a":1}',
            "------prosa-form",
            'Content-Disposition: form-data; name="nota"',
            "Content-Type: text/markdown",
            "",
            "# oi",
            "------prosa-form--",
            "",
          ].join("\r\n"),
        },
      ],
    ],
  },
  "OpenAPI 3.1: lists of types, a constant, what is never valid, an empty property, hooks beside": {
    text: `
openapi: 3.1.0
info: {title: T, version: 1}
servers: [{url: https://a.example/v1}]
webhooks: {novo: {post: {operationId: ouvir}}}
paths:
  /a/{id}:
    post:
      parameters: [{name: id, in: path, required: true, schema: {type: [integer, string]}}]
      requestBody:
        required: true
        content:
          application/vnd.api+json; charset=utf-8:
            schema:
              type: [object, "null"]
              required: [versao]
              properties:
                versao: {const: 3}
                nunca: false
                qualquer:
                nome: {type: [string, "null"]}
`,
    calls: [
      [
        "POST /a/{id}",
        { id: 7, nome: "x", qualquer: [1] },
        { url: "/v1/a/7", body: '{"versao":3,"qualquer":[1],"nome":"x"}' },
      ],
    ],
  },
  "what joins, chooses and leads back to itself": {
    text: json({
      openapi: "3.0.3",
      servers: [{ url: "https://a.example" }],
      components: {
        schemas: {
          Base: {
            type: "object",
            required: ["tipo"],
            properties: { tipo: { type: "string" }, pai: { $ref: "#/components/schemas/No" } },
          },
          No: {
            allOf: [
              { $ref: "#/components/schemas/Base" },
              { properties: { filhos: { type: "array", nullable: true, items: { $ref: "#/components/schemas/No" } } } },
            ],
          },
        },
        requestBodies: { No: { content: { "application/json": { schema: { $ref: "#/components/schemas/No" } } } } },
      },
      paths: {
        "/nos": {
          post: { requestBody: { $ref: "#/components/requestBodies/No" } },
          put: {
            requestBody: {
              content: {
                "application/json": {
                  schema: { oneOf: [{ $ref: "#/components/schemas/No" }, { type: "array", items: {} }] },
                },
              },
            },
          },
        },
      },
    }),
    calls: [
      [
        "POST /nos",
        { tipo: "a", filhos: [{ tipo: "b" }] },
        { url: "/nos", body: '{"tipo":"a","filhos":[{"tipo":"b"}]}' },
      ],
      ["PUT /nos", { body: [1, 2] }, { url: "/nos", body: "[1,2]" }],
    ],
  },
  "a query behind a path, with a place in it": {
    text: json({
      openapi: "3.0.0",
      servers: [{ url: "https://a.example/api" }],
      paths: { "/busca?v=2&tipo={tipo}": { get: { parameters: [{ name: "q", in: "query" }] } } },
    }),
    calls: [["GET /busca?v=2&tipo={tipo}", { tipo: "a&b", q: "c d" }, { url: "/api/busca?v=2&tipo=a%26b&q=c%20d" }]],
  },
  "ids that are used twice, and none": {
    text: json({
      openapi: "3.0.0",
      servers: [{ url: "https://a.example" }],
      paths: {
        "/a": { get: { operationId: "listar" }, delete: {} },
        "/b": { get: { operationId: "listar" } },
      },
    }),
    calls: [
      ["GET /a", {}, { url: "/a" }],
      ["GET /b", {}, { url: "/b" }],
      ["DELETE /a", {}, { url: "/a" }],
    ],
  },
  "parameters in rare styles, and a cookie that may be left out": {
    text: json({
      openapi: "3.0.0",
      servers: [{ url: "https://a.example" }],
      paths: {
        "/m/{ponto}/{eixos}/{lista}": {
          parameters: [
            { name: "ponto", in: "path", required: true, style: "matrix", explode: true, schema: { type: "object" } },
            {
              name: "eixos",
              in: "path",
              required: true,
              style: "label",
              explode: true,
              schema: { type: "array", items: {} },
            },
            { name: "lista", in: "path", required: true, schema: { type: "object" } },
          ],
          get: {
            parameters: [
              { name: "sessao", in: "cookie", schema: { type: "string" } },
              { name: "filtro", in: "query", content: { "application/json": { schema: { type: "object" } } } },
              { name: "cru", in: "query", content: { "text/plain": { schema: { type: "string" } } } },
              {
                name: "cores",
                in: "query",
                style: "spaceDelimited",
                explode: false,
                schema: { type: "array", items: {} },
              },
              { name: "X-Pares", in: "header", explode: true, schema: { type: "object" } },
            ],
          },
        },
      },
    }),
    calls: [
      [
        "GET /m/{ponto}/{eixos}/{lista}",
        {
          ponto: { x: 1, y: 2 },
          eixos: ["a", "b"],
          lista: { R: 1, G: 2 },
          filtro: { a: "é" },
          cru: "a b",
          cores: ["x", "y z"],
          "X-Pares": { a: 1, b: 2 },
        },
        { url: "/m/;x=1;y=2/.a.b/R,1,G,2?filtro=%7B%22a%22%3A%22%C3%A9%22%7D&cru=a%20b&cores=x%20y%20z" },
      ],
    ],
    headers: { "x-pares": "a=1,b=2" },
  },
  "what is described in other files stays away, and the rest comes in": {
    text: `
openapi: 3.0.3
info: {title: Em pedaços, version: 1}
servers: [{url: https://a.example}]
paths:
  /pedidos:
    get:
      parameters:
        - $ref: parametros.yaml#/Pagina
    post:
      requestBody: {$ref: 'https://outro.example/corpos.json#/Pedido'}
    delete:
      parameters: [{name: id, in: query, schema: {type: string}}]
      responses: {'204': {$ref: 'respostas.yaml#/Vazio'}}
  /clientes: {$ref: clientes.yaml}
  /lojas:
    $ref: lojas.yaml
    get: {operationId: listarLojas}
`,
    calls: [
      ["DELETE /pedidos", { id: "7" }, { url: "/pedidos?id=7" }],
      ["GET /lojas", {}, { url: "/lojas" }],
    ],
  },
  "Swagger 2 with a path's parameter in another file": {
    text: json({
      swagger: "2.0",
      host: "a.example",
      paths: {
        "/a/{id}": { parameters: [{ $ref: "comuns.json#/id" }], get: {} },
        "/b": { get: { parameters: [{ name: "q", in: "query", type: "string" }] } },
      },
    }),
    calls: [["GET /b", { q: "x" }, { url: "/b?q=x" }]],
  },
  "YAML with merged parts, Windows line ends, words that are no booleans, and a path without its first slash": {
    text: `\uFEFF# de um gerador
openapi: 3.0.0
info: {title: T, version: 1.0}
servers:
  - url: HTTPS://A.Example:443/api/
x-comum: &comum
  responses: {200: {description: ok}}
paths:
  busca:
    get:
      <<: *comum
      parameters:
        - {name: ativo, in: query, schema: {type: string, enum: [yes, no, on]}}
        - {name: ordem, in: query, schema: {type: array, items: {type: string}}, style: pipeDelimited, explode: false}
`.replaceAll("\n", "\r\n"),
    calls: [["GET /busca", { ativo: "no", ordem: ["a|b", "c"] }, { url: "/api/busca?ativo=no&ordem=a%7Cb%7Cc" }]],
  },
  "a server beside the description, and one for each region": {
    text: json({
      openapi: "3.1.0",
      servers: [{ url: "../v3/" }],
      paths: {
        "/a": { get: {} },
        "/b": {
          servers: [
            {
              url: "https://{regiao}.a.example/{versao}",
              variables: { regiao: { enum: ["sp", "rj"], default: "sp" }, versao: { default: "v1" } },
            },
          ],
          get: {},
        },
      },
    }),
    choice: { loadedFrom: "https://docs.example/api/specs/openapi.json", variables: { regiao: "rj" } },
    calls: [
      ["GET /a", {}, { url: "/api/v3/a" }],
      ["GET /b", {}, { url: "/v1/b" }],
    ],
  },
  "names in other scripts, filters in brackets, and OData": {
    text: json({
      openapi: "3.0.0",
      servers: [{ url: "https://a.example" }],
      paths: {
        "/preços/{código}/选": {
          get: {
            operationId: "preço atual 价格",
            parameters: [
              { name: "código", in: "path", required: true, schema: { type: "string" } },
              { name: "ordenação", in: "query", schema: { type: "string" } },
              { name: "$filter", in: "query", schema: { type: "string" } },
              { name: "page[size]", in: "query", schema: { type: "integer", nullable: true } },
              {
                name: "filtro",
                in: "query",
                style: "deepObject",
                schema: {
                  type: "object",
                  properties: { preço: { type: "object", properties: { min: { type: "number" } } }, tags: {} },
                },
              },
            ],
          },
        },
      },
    }),
    calls: [
      [
        "GET /preços/{código}/选",
        {
          c_digo: "ção/1",
          ordena__o: "nome ↑",
          _filter: "a eq 'b'",
          page_size_: null,
          filtro: { pre_o: { min: 1.5 }, tags: ["x", "y"] },
        },
        {
          url: "/pre%C3%A7os/%C3%A7%C3%A3o%2F1/%E9%80%89?ordena%C3%A7%C3%A3o=nome%20%E2%86%91&$filter=a%20eq%20%27b%27&filtro%5Bpre%C3%A7o%5D%5Bmin%5D=1.5&filtro%5Btags%5D%5B%5D=x&filtro%5Btags%5D%5B%5D=y",
        },
      ],
    ],
  },
  "a web of parts that join each other in a circle": {
    text: json({
      openapi: "3.0.0",
      servers: [{ url: "https://a.example" }],
      components: {
        schemas: Object.fromEntries(
          ["A", "B", "C", "D"].map((name, at, all) => [
            name,
            {
              allOf: all.filter((other) => other !== name).map((other) => ({ $ref: `#/components/schemas/${other}` })),
              properties: { [name.toLowerCase()]: { type: "integer", nullable: at % 2 === 0 } },
              required: [name.toLowerCase()],
            },
          ]),
        ),
      },
      paths: {
        "/web": {
          put: { requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } } } },
        },
      },
    }),
    calls: [["PUT /web", { a: 1, b: 2, c: null, d: 4 }, { url: "/web", body: '{"d":4,"c":null,"b":2,"a":1}' }]],
  },
  "what was there is taken away with null, where the description allows it": {
    text: json({
      openapi: "3.0.3",
      servers: [{ url: "https://a.example" }],
      paths: {
        "/tarefas/{id}": {
          patch: {
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    properties: {
                      prazo: { type: "string", format: "date", nullable: true },
                      dono: { oneOf: [{ type: "string" }, { type: "integer" }], nullable: true },
                      etiqueta: { anyOf: [{ type: "string" }, { type: "null" }] },
                      nome: { type: "string" },
                    },
                    required: ["etiqueta"],
                  },
                },
              },
            },
          },
        },
      },
    }),
    calls: [
      [
        "PATCH /tarefas/{id}",
        { id: 7, prazo: null, dono: null, etiqueta: null, nome: null },
        { url: "/tarefas/7", body: '{"prazo":null,"dono":null,"etiqueta":null}' },
      ],
    ],
  },
  "OpenAPI 3.2: a method of its own, a query as one value, operations that nobody knows": {
    text: json({
      openapi: "3.2.1",
      $self: "https://a.example/spec.json",
      servers: [{ url: "https://a.example", name: "produção" }],
      paths: {
        "/a": {
          query: { operationId: "perguntar" },
          additionalOperations: { COPY: { operationId: "copiar" } },
          get: { parameters: [{ name: "tudo", in: "querystring", content: { "application/json": {} } }] },
          post: { parameters: [{ name: "tudo", in: "querystring", required: true, content: { "text/plain": {} } }] },
        },
      },
    }),
    calls: [["GET /a", {}, { url: "/a" }]],
  },
  "a version of tomorrow, a server for one operation, and a token in the query": {
    text: json({
      openapi: "3.2.0",
      servers: [{ url: "http://a.example" }, { url: "https://a.example/{v}/", variables: { v: { default: "v9" } } }],
      security: [{ chave: [] }],
      components: { securitySchemes: { chave: { type: "apiKey", in: "query", name: "k" } } },
      paths: { "/a": { get: {} }, "/b": { servers: [{ url: "https://a.example/outra" }], get: {} } },
    }),
    auth: { authType: "custom", authHeader: "k", authToken: "s&1", authLocation: "query" },
    calls: [
      ["GET /a", {}, { url: "/v9/a?k=s%261" }],
      ["GET /b", {}, { url: "/outra/b?k=s%261" }],
    ],
  },
}

describe("what a service receives is what its description says", () => {
  test.each(Object.entries(cases))("%s", async (_, { text, calls, headers = {}, auth, choice }) => {
    const twin = await startPluginTwin(okay)
    for (const [key, given, { url, body = "" }] of calls) {
      const { arrived, tool } = await callThrough(twin, text, key, given, auth, choice)
      expect(arrived).toMatchObject({ method: key.split(" ")[0], url, body, headers })
      expect(tool.name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
      expect(arrived?.headers["cookie"]).toBeUndefined()
    }
  })

  test("two megabytes of description", async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, at) => [
        `/recurso${at}/{id}`,
        {
          get: {
            operationId: `ler${at}`,
            summary: `Lê ${at}`,
            description: "texto comprido ".repeat(80),
            parameters: [{ $ref: "#/components/parameters/Campos" }],
          },
        },
      ]),
    )
    const components = {
      parameters: { Campos: { name: "campos", in: "query", explode: false, schema: { type: "array", items: {} } } },
    }
    const text = json({ openapi: "3.0.0", servers: [{ url: "https://a.example" }], components, paths })
    expect(text.length).toBeGreaterThan(2_000_000)
    const { arrived } = await callThrough(await startPluginTwin(okay), text, "GET /recurso1499/{id}", {
      id: 1,
      campos: ["a", "b"],
    })
    expect(arrived?.url).toBe("/recurso1499/1?campos=a,b")
  })
})
