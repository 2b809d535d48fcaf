import type { PretendLanguage } from "./subject.ts"
import type { ShownSection } from "./trigger-words.ts"

/**
 * The pretend model's texts. They are output of a model, not texts of the interface, so they are not in the locales.
 */
export interface PretendTexts {
  readonly greeting: string
  /** `turn`: how many times the user has spoken. */
  readonly about: (subject: string, turn: number) => string
  readonly lead: (subject: string) => string
  readonly images: (count: number) => string
  readonly toolResult: (result: string) => string
  readonly noTools: string
  readonly slow: string
  readonly wordList: string
  readonly thinking: (subject: string) => readonly string[]
  readonly sections: Readonly<Record<Exclude<ShownSection, "pesquise">, (subject: string) => string>>
  readonly search: (subject: string) => readonly SearchSentence[]
  readonly longOpening: (subject: string) => string
  readonly longParagraphs: readonly ((subject: string, chapter: number) => string)[]
  readonly summary: (subjects: readonly string[]) => string
  readonly casualTitle: string
}

/** A sentence and the source it rests on. */
export interface SearchSentence {
  readonly text: string
  readonly source?: { readonly title: string; readonly url: string }
}

/** A small landscape, 120 × 72, drawn for this: self-contained, so the demonstration needs no network. */
export const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAHgAAABIBAMAAADPMCxMAAAAElBMVEUYWIx4vub6zVA8jFokZEL18OEtHd5nAAAA4ElEQVR42u3V4Q2DIBAF4LdC6wRlA3JuIPvP1DYN9A4OFM/aJuX99N2naBRxMQQDD3wgdo/cdmLnCo0+K/VWfI3Y7cDJ8kufgd+r5us+AzPL1j3wwD/xen7vk7TtJKY9zLZ72vbt//jR0St+B54oxfdi4vF9mLL0YKItGiu329RQ7ke1mkb5NCpWGURxsGrzQSLkK6Jm5CDkOSdaiefXABlyEJ7DM4s+pneQVtexCxUcUpa6zTWKvtC8CwoWfaZlFwqc9VI3OihWTLQ6aJZNNDtodZqY9TKeF8GQgQf+LL4Dl+8+l6ZFrd0AAAAASUVORK5CYII="

/** Inside a Markdown code fence, so a quoted subject must not close it. */
const inCode = (subject: string) => subject.replaceAll(/[`"\\<>{}]/g, "")

const page = (language: string, title: string, button: string, counted: string) => `\`\`\`html
<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <style>
      body { font-family: system-ui, sans-serif; display: grid; place-items: center; min-height: 90vh; margin: 0; background: #f4f1ea; color: #26332d }
      main { background: white; padding: 2rem 3rem; border-radius: 1rem; box-shadow: 0 8px 30px #0002; text-align: center }
      button { font: inherit; padding: .6rem 1.4rem; border: 0; border-radius: .6rem; background: #24644a; color: white; cursor: pointer }
    </style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p><output>0</output> ${counted}</p>
      <button type="button">${button}</button>
    </main>
    <script>
      const output = document.querySelector("output")
      document.querySelector("button").addEventListener("click", () => { output.value = Number(output.value) + 1 })
    </script>
  </body>
</html>
\`\`\``

const pt: PretendTexts = {
  greeting:
    "Olá! Que bom ver você por aqui. 👋\n\nEu sou o modelo de demonstração: respondo na hora, sem chave e sem internet, para você conhecer a Prosa. Sobre o que vamos conversar?",
  about: (subject, turn) =>
    turn === 1
      ? `Você perguntou: **“${subject}”**. Esta é uma resposta simulada: o modo demonstração não consulta um modelo de verdade, mas tudo em volta funciona igual, do texto que chega aos poucos à conversa guardada, ao saldo e ao custo de cada resposta.\n\nCom um provedor configurado, aqui viria a resposta de verdade.`
      : `Continuando a nossa conversa, agora com **“${subject}”**. Ainda sou uma resposta simulada, mas guardei o que você disse antes (esta é a sua ${turn}ª mensagem) e sigo daqui.\n\nQuer ver outra coisa? Peça, por exemplo, uma tabela ou um diagrama sobre isso.`,
  lead: (subject) => `Sobre **“${subject}”**, uma resposta simulada:`,
  images: (count) =>
    count === 1
      ? "Recebi a imagem que você anexou. Na demonstração eu não consigo vê-la, mas ela chegou."
      : `Recebi as ${count} imagens que você anexou. Na demonstração eu não consigo vê-las, mas elas chegaram.`,
  toolResult: (result) => `A ferramenta respondeu:\n\n> ${result}\n\nCom isso já posso continuar a conversa.`,
  noTools:
    "Nenhuma ferramenta veio com a sua mensagem. Ative um plugin e peça de novo: então eu faço uma chamada, e o resultado aparece aqui.",
  slow: "Vou responder bem devagar, um pedacinho por segundo. Pode tocar em **Parar** quando quiser: o que já chegou fica guardado, e você só paga por isso.",
  wordList: `---

**Experimente pedir** com uma destas palavras:

- *tabela*, *código*, *fórmula*, *diagrama*, *página* ou *imagem* mostram cada tipo de conteúdo
- *pesquise* faz uma busca com fontes; *ferramenta* chama um plugin; *pensa* mostra o raciocínio
- *longa* escreve bastante; *devagar* dá tempo de parar
- *erro 402*, *403*, *502*, *503*, *504*, *corte* ou *vazio* mostram o que acontece quando algo falha`,
  thinking: (subject) => [
    `A pessoa quer saber sobre ${subject}. `,
    "Primeiro separo o que foi pedido do que é só contexto. ",
    "Depois escolho a forma mais simples de responder: uma frase direta e, se ajudar, um exemplo. ",
    "Por fim, confiro se falta alguma coisa. Não falta; posso responder.",
  ],
  sections: {
    tabela: (subject) => `Uma tabela sobre ${subject}:

| Opção | Quando usar | Esforço | Custo |
| :--- | :--- | :---: | ---: |
| Começar simples | para ter uma primeira ideia | baixo | R$ 0,00 |
| Pedir um exemplo | quando a teoria não basta | médio | R$ 0,02 |
| Ir a fundo | para decidir com calma | alto | R$ 0,15 |`,
    codigo: (subject) => `Um pouco de código para ${subject}:

\`\`\`python
def saudacao(nome: str, vezes: int = 1) -> str:
    """Repete uma saudação, uma por linha."""
    return "\\n".join(f"Olá, {nome}!" for _ in range(vezes))


print(saudacao("${inCode(subject).slice(0, 40)}", vezes=2))
\`\`\`

Chame \`saudacao("Ana")\` para ver uma linha só.`,
    formula:
      () => `Um exemplo com dinheiro e matemática: quem guarda R$ 10 por mês e depois R$ 20 por mês, a juros de $i = 1\\%$ ao mês, junta

$$
V = P \\cdot \\frac{(1 + i)^n - 1}{i}
$$

Com \\(P = 10\\) e \\(n = 12\\), o valor é R$ 126,83; com \\(P = 20\\), R$ 253,65. Os preços R$ 10 e R$ 20 são texto, o resto é fórmula.`,
    diagrama: (subject) => `Um diagrama de ${subject}:

\`\`\`mermaid
flowchart LR
    A[Pergunta] --> B{Precisa de busca?}
    B -- sim --> C[Pesquisar]
    B -- não --> D[Responder]
    C --> D
    D --> E[Mostrar o custo]
\`\`\``,
    pagina: (subject) =>
      `Uma página pronta para abrir ao lado:\n\n${page("pt-BR", inCode(subject), "Contar", "cliques até agora")}\n\nToque em visualizar para ver a página funcionando.`,
    imagem: (subject) => `Uma imagem sobre ${subject}:\n\n![Paisagem com sol e montanhas](${picture})`,
  },
  search: (subject) => [
    { text: `Pesquisei sobre ${subject} e encontrei três fontes (simuladas). ` },
    {
      text: "A primeira apresenta o assunto do começo.",
      source: { title: "Guia para começar", url: "https://example.com/guia" },
    },
    {
      text: " A segunda compara as opções mais comuns.",
      source: { title: "Comparação das opções", url: "https://example.org/comparacao" },
    },
    {
      text: " A terceira reúne dúvidas frequentes.",
      source: { title: "Perguntas frequentes", url: "https://example.net/duvidas" },
    },
  ],
  longOpening: (subject) =>
    `# ${subject}\n\nUma resposta bem longa, para ver como a leitura se comporta enquanto o texto chega.`,
  longParagraphs: [
    (subject, chapter) =>
      `## Parte ${chapter}\n\nQuando se fala de ${subject}, vale começar pelo que já se conhece. Quase todo mundo teve algum contato com o tema, mesmo sem perceber, numa conversa de família, numa notícia lida às pressas ou numa dúvida que ficou sem resposta. Esse ponto de partida importa, porque as ideias novas se prendem melhor às antigas, e porque é mais fácil perguntar sobre aquilo que já tem um nome.`,
    (subject) =>
      `Depois vem a parte prática. Imagine que você tivesse de explicar ${subject} a uma criança curiosa: quais palavras usaria, que desenho faria, que exemplo contaria? Explicar com simplicidade não é diminuir o assunto; é encontrar o fio que segura todo o resto. Muitas vezes, ao procurar esse fio, descobrimos que a nossa própria compreensão tinha um nó escondido.`,
    () =>
      `Há também os cuidados de sempre. **Desconfie** das respostas que chegam prontas demais, compare fontes, anote o que ainda não fecha e volte a isso no dia seguinte. Três perguntas ajudam:\n\n1. O que mudaria se o contrário fosse verdade?\n2. Quem discorda, e por quê?\n3. Qual é o menor passo que eu poderia dar hoje?`,
    (subject) =>
      `Por fim, uma palavra sobre o tempo. Nenhum tema se esgota numa tarde, e ${subject} não é exceção. O que se aprende devagar costuma ficar; o que se decora depressa vai embora com a mesma pressa. Por isso, se algo aqui parecer repetido, é de propósito: voltar ao mesmo lugar por outro caminho é uma das melhores maneiras de conhecê-lo.`,
  ],
  summary: (subjects) =>
    `Resumo da conversa (simulado): a pessoa falou de ${subjects.join("; ")}. As respostas foram dadas no modo demonstração, e nada ficou em aberto.`,
  casualTitle: "Conversa casual",
}

const en: PretendTexts = {
  greeting:
    "Hello! Good to see you here. 👋\n\nI am the demonstration model: I answer at once, without a key and without a network, so that you can get to know Prosa. What shall we talk about?",
  about: (subject, turn) =>
    turn === 1
      ? `You asked: **“${subject}”**. This is a simulated answer: demonstration mode asks no real model, but everything around it works the same, from the text arriving bit by bit to the kept conversation, the balance and the cost of every answer.\n\nWith a provider set up, the real answer would stand here.`
      : `Going on with our conversation, now with **“${subject}”**. I am still a simulated answer, but I kept what you said before (this is your message number ${turn}) and go on from there.\n\nWould you like to see something else? Ask for a *tabela* or a *diagrama* about it, for example.`,
  lead: (subject) => `About **“${subject}”**, a simulated answer:`,
  images: (count) =>
    count === 1
      ? "I received the image you attached. In the demonstration I cannot see it, but it arrived."
      : `I received the ${count} images you attached. In the demonstration I cannot see them, but they arrived.`,
  toolResult: (result) => `The tool answered:\n\n> ${result}\n\nWith that I can go on.`,
  noTools:
    "No tool came with your message. Switch on a plugin and ask again: then I make a call, and its result shows here.",
  slow: "I shall answer very slowly, one small piece a second. Press **Stop** whenever you like: what has arrived is kept, and you pay for that only.",
  wordList: `---

**Try asking** with one of these (Portuguese) words:

- *tabela* (table), *código* (code), *fórmula* (formula), *diagrama* (diagram), *página* (page) or *imagem* (image) show each kind of content
- *pesquise* searches with sources; *ferramenta* calls a plugin; *pensa* shows the reasoning
- *longa* writes a lot; *devagar* leaves time to stop
- *erro 402*, *403*, *502*, *503*, *504*, *corte* or *vazio* show what happens when something fails`,
  thinking: (subject) => [
    `They want to know about ${subject}. `,
    "First I tell what is asked from what is only context. ",
    "Then I choose the simplest way to answer: one direct sentence and, if it helps, an example. ",
    "Last I check whether anything is missing. Nothing is; I can answer.",
  ],
  sections: {
    tabela: (subject) => `A table about ${subject}:

| Option | When to use it | Effort | Cost |
| :--- | :--- | :---: | ---: |
| Start simple | for a first idea | low | R$ 0.00 |
| Ask for an example | when theory is not enough | medium | R$ 0.02 |
| Go deep | to decide at leisure | high | R$ 0.15 |`,
    codigo: (subject) => `A little code for ${subject}:

\`\`\`python
def greeting(name: str, times: int = 1) -> str:
    """Repeats a greeting, one a line."""
    return "\\n".join(f"Hello, {name}!" for _ in range(times))


print(greeting("${inCode(subject).slice(0, 40)}", times=2))
\`\`\`

Call \`greeting("Ana")\` to see a single line.`,
    formula:
      () => `An example with money and mathematics: whoever saves R$ 10 a month and then R$ 20 a month, at an interest of $i = 1\\%$ a month, collects

$$
V = P \\cdot \\frac{(1 + i)^n - 1}{i}
$$

With \\(P = 10\\) and \\(n = 12\\) that is R$ 126.83; with \\(P = 20\\), R$ 253.65. The prices R$ 10 and R$ 20 are text, the rest is formula.`,
    diagrama: (subject) => `A diagram of ${subject}:

\`\`\`mermaid
flowchart LR
    A[Question] --> B{Search needed?}
    B -- yes --> C[Search]
    B -- no --> D[Answer]
    C --> D
    D --> E[Show the cost]
\`\`\``,
    pagina: (subject) =>
      `A page ready to open beside the chat:\n\n${page("en", inCode(subject), "Count", "clicks so far")}\n\nPress preview to see it work.`,
    imagem: (subject) => `An image about ${subject}:\n\n![Landscape with sun and hills](${picture})`,
  },
  search: (subject) => [
    { text: `I searched for ${subject} and found three (simulated) sources. ` },
    {
      text: "The first starts from the beginning.",
      source: { title: "Getting started", url: "https://example.com/guide" },
    },
    {
      text: " The second compares the usual options.",
      source: { title: "Comparing the options", url: "https://example.org/comparison" },
    },
    { text: " The third collects common questions.", source: { title: "Questions", url: "https://example.net/faq" } },
  ],
  longOpening: (subject) => `# ${subject}\n\nA very long answer, to see how reading feels while the text arrives.`,
  longParagraphs: [
    (subject, chapter) =>
      `## Part ${chapter}\n\nWhen people speak of ${subject}, it pays to begin with what is known already. Nearly everybody has met the topic before, perhaps without noticing, in a talk at the kitchen table, in a headline read in haste, or in a question that never got its answer. That starting point matters, because new ideas hold better on to old ones, and because it is easier to ask about a thing that has a name.`,
    (subject) =>
      `Then comes the practical part. Imagine you had to explain ${subject} to a curious child: which words would you take, which picture would you draw, which example would you tell? To explain simply is not to make a thing smaller; it is to find the thread that holds the rest. Often, looking for that thread, we find that our own understanding had a hidden knot in it.`,
    () =>
      `There are the usual cautions, too. **Distrust** answers that come too ready, compare sources, note what does not fit yet, and come back to it the next day. Three questions help:\n\n1. What would change if the opposite were true?\n2. Who disagrees, and why?\n3. What is the smallest step I could take today?`,
    (subject) =>
      `Last, a word about time. No topic is used up in an afternoon, and ${subject} is no exception. What is learned slowly tends to stay; what is memorised fast leaves just as fast. So if something here seems repeated, it is on purpose: to come back to the same place by another road is one of the best ways of knowing it.`,
  ],
  summary: (subjects) =>
    `Summary of the conversation (simulated): they talked about ${subjects.join("; ")}. The answers were given in demonstration mode, and nothing was left open.`,
  casualTitle: "Casual chat",
}

export const pretendTexts: Readonly<Record<PretendLanguage, PretendTexts>> = { pt, en }
