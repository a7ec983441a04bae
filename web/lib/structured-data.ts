import type { BreadcrumbList, FAQPage, Product, WithContext } from 'schema-dts';
import { page } from '$app/state';
import { questions } from '$lib/guide/faq.ts';
import type { OfferDocument } from '$src/answers/documents.ts';
import type { Words } from '$src/words/words.ts';
import type { Crumb } from './crumbs.ts';

/** The way from the start page to here, for search engines. */
export function breadcrumbData(crumbs: readonly Crumb[]): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.label,
      item: page.data.origin + crumb.path,
    })),
  };
}

/** An offer and its current price. Without a published price there is nothing that schema.org calls an offer. */
export function offerData(offer: OfferDocument, name: string, description: string): WithContext<Product>[] {
  const { price } = offer;
  if (price === null) return [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name,
      description,
      sku: offer.id,
      category: 'Multi-node GPU cluster',
      brand: { '@type': 'Brand', name: offer.providerName },
      offers: {
        '@type': 'Offer',
        url: page.data.origin + page.url.pathname,
        price: price.amount,
        priceCurrency: price.currency,
        seller: { '@type': 'Organization', name: offer.providerName },
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: price.amount,
          priceCurrency: price.currency,
          unitText: 'GPU-hour',
          referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'HUR', unitText: 'GPU-hour' },
          ...(price.asOf !== null && price.asOf.length === 10 ? { validFrom: price.asOf } : {}),
        },
      },
    },
  ];
}

/** The frequent questions of the start page, as they stand there. */
export function questionsData(words: Words): WithContext<FAQPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map((question) => ({
      '@type': 'Question',
      name: words[question.question](),
      acceptedAnswer: { '@type': 'Answer', text: words[question.answer]() },
    })),
  };
}
