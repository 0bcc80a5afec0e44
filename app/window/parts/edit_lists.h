#pragma once

#include "app/window/parts/filtered_list.h"
#include "core/edits/fitting_slots.h"
#include "core/edits/fitting_tensors.h"
#include "core/edits/operator_catalogue.h"

namespace partita {

class DocumentController;
class GraphView;

/// The operators that may stand in the place of a node.
class OperatorList : public FilteredList {
    Q_OBJECT
public:
    OperatorList(DocumentController& document, NodeId node, QWidget* parent);

protected:
    void fill(QListWidget& list, const QString& text) override;
    void choose(const QListWidgetItem& item) override;

private:
    DocumentController& m_document;
    NodeId m_node;
    OperatorCatalogue m_catalogue;
};

/// What the outputs of a node may be connected with, nearest on the canvas first.
class ConnectionList : public FilteredList {
    Q_OBJECT
public:
    ConnectionList(DocumentController& document, const GraphView& view, NodeId node,
                   QWidget* parent);

protected:
    void fill(QListWidget& list, const QString& text) override;
    void choose(const QListWidgetItem& item) override;

private:
    struct Way {
        ValueId from;
        FittingSlot to;
        double distance = 0;
        QString text;
    };
    void find(const GraphView& view, NodeId node);
    DocumentController& m_document;
    std::vector<Way> m_ways;
};

/// The tensors that an input of a node may read.
class InputList : public FilteredList {
    Q_OBJECT
public:
    InputList(DocumentController& document, const Slot& to, QWidget* parent);

protected:
    void fill(QListWidget& list, const QString& text) override;
    void choose(const QListWidgetItem& item) override;

private:
    DocumentController& m_document;
    Slot m_to;
    std::vector<ValueId> m_fitting;
};

/// The tensors that all readers of one may read in its place.
class RerouteList : public FilteredList {
    Q_OBJECT
public:
    RerouteList(DocumentController& document, ValueId tensor, QWidget* parent);

protected:
    void fill(QListWidget& list, const QString& text) override;
    void choose(const QListWidgetItem& item) override;

private:
    DocumentController& m_document;
    ValueId m_tensor;
};

} // namespace partita
