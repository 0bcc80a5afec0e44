#include "views/dialogs/tensor_source.h"

#include <QComboBox>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include "views/dialogs/edit_form.h"
#include "views/dialogs/file_dialog.h"
#include "views/text/qt_text.h"
#include "views/text/whole_number.h"

namespace partita {

namespace {

/// A number, truth value or text of a field as scripts write it.
nlohmann::json itemOf(const QString& text) {
    bool isNumber = false;
    const QString plain = text.trimmed();
    if (const auto whole = wholeNumber(plain))
        return *whole;
    if (const qulonglong large = QLocale::c().toULongLong(plain, &isNumber); isNumber)
        return large;
    if (const double real = QLocale::c().toDouble(plain, &isNumber); isNumber && qIsFinite(real))
        return real;
    if (plain == QLatin1String("true") || plain == QLatin1String("false"))
        return plain == QLatin1String("true");
    return plain.toStdString();
}

nlohmann::json itemsOf(const QString& text, bool areTexts) {
    nlohmann::json items = nlohmann::json::array();
    QString plain = text;
    if (!areTexts)
        plain.remove(QLatin1Char('[')).remove(QLatin1Char(']'));
    for (const QString& part : plain.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (areTexts)
            items.push_back(part.trimmed().toStdString());
        else
            items.push_back(itemOf(part));
    return items;
}

} // namespace

TensorSource::TensorSource(EditForm& form, const std::vector<Kind>& kinds,
                           std::filesystem::path folder)
    : QObject(&form), m_form(form), m_folder(std::move(folder)) {
    const QString titles[] = {tr("Zeros"),  tr("Ones"),   tr("One number"),
                              tr("Random"), tr("Listed"), tr("From a file")};
    m_kind = form.addChoice(QStringLiteral("source"), tr("Elements"), {},
                            tr("Where the elements come from"));
    for (const Kind kind : kinds)
        m_kind->addItem(titles[static_cast<int>(kind)], static_cast<int>(kind));
    m_number = form.addText(QStringLiteral("number"), tr("Number"), QStringLiteral("1"));
    m_seed = form.addText(QStringLiteral("seed"), tr("Seed"), QStringLiteral("0"));
    m_seed->setToolTip(tr("The same seed gives the same numbers, on every machine"));
    m_low = form.addText(QStringLiteral("low"), tr("From"), QStringLiteral("0"));
    m_high = form.addText(QStringLiteral("high"), tr("To"), QStringLiteral("1"));
    m_list = form.addText(QStringLiteral("list"), tr("Numbers"), {});
    m_list->setPlaceholderText(tr("with commas between them"));
    auto* browse = new QPushButton(tr("Browse…"));
    browse->setAutoDefault(false);
    m_file = form.addText(QStringLiteral("file"), tr("File"), {}, browse);
    m_file->setPlaceholderText(QStringLiteral(".npy, .npz, .pb"));
    m_array = form.addText(QStringLiteral("array"), tr("Array in the .npz"), {});
    m_array->setPlaceholderText(tr("only where it has several"));
    connect(browse, &QPushButton::clicked, this, &TensorSource::askForFile);
    connect(m_file, &QLineEdit::editingFinished, this, &TensorSource::fileTaken);
    connect(m_array, &QLineEdit::editingFinished, this, &TensorSource::fileTaken);
    connect(m_kind, qOverload<int>(&QComboBox::currentIndexChanged), this,
            &TensorSource::showFields);
    showFields();
}

TensorSource::Kind TensorSource::kind() const {
    return static_cast<Kind>(m_kind->currentData().toInt());
}

void TensorSource::showFields() {
    const std::pair<QLineEdit*, Kind> fields[] = {{m_number, Kind::number}, {m_seed, Kind::random},
                                                  {m_low, Kind::random},    {m_high, Kind::random},
                                                  {m_list, Kind::list},     {m_file, Kind::file},
                                                  {m_array, Kind::file}};
    for (const auto& [field, kind] : fields)
        m_form.setShown(field, kind == this->kind());
}

void TensorSource::askForFile() {
    const QString file =
        askWhatToOpen(&m_form, tr("Elements from a file"), {}, tr("Tensors (*.npy *.npz *.pb)"));
    if (!file.isEmpty())
        takeFile(file);
}

void TensorSource::takeFile(const QString& file) {
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(Kind::file)));
    m_file->setText(file);
    Q_EMIT fileTaken();
}

nlohmann::json TensorSource::form() const {
    nlohmann::json form;
    switch (kind()) {
    case Kind::zeros: form["fill"] = 0; break;
    case Kind::ones: form["fill"] = 1; break;
    case Kind::number: form["fill"] = itemOf(m_number->text()); break;
    case Kind::random:
        form["random"] = {{"seed", itemOf(m_seed->text())},
                          {"low", itemOf(m_low->text())},
                          {"high", itemOf(m_high->text())}};
        break;
    case Kind::file:
        form["file"] = m_file->text().trimmed().toStdString();
        if (!m_array->text().isEmpty())
            form["array"] = m_array->text().toStdString();
        break;
    case Kind::list: break;
    }
    return form;
}

Result<TensorPtr> TensorSource::tensor(const ExpectedTensor& wanted) const {
    nlohmann::json made = form();
    if (kind() == Kind::random) // the error of a script speaks of its keys
        for (const nlohmann::json& number : made["random"])
            if (!number.is_number())
                return Error{Errc::usage, PARTITA_TEXT("{0} is no number", number.dump()), {}, {}};
    if (kind() == Kind::list)
        made["values"] = itemsOf(m_list->text(), wanted.type == DataType::string);
    if (wanted.type != DataType::undefined)
        made["type"] = dataTypeName(wanted.type);
    if (wanted.dims)
        made["shape"] = *wanted.dims;
    return tensorFromJson(made, m_folder);
}

} // namespace partita
