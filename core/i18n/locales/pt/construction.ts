/** The screens that are not built yet. */
export const pt = {
  images: "Aqui ficam as imagens que você gerar. Esta tela ainda está sendo construída.",
  newImage: "Aqui você vai descrever uma imagem e escolher o formato dela. Esta tela ainda está sendo construída.",
}
